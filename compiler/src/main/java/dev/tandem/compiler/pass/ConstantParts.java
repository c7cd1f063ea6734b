package dev.tandem.compiler.pass;

import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What terms in loops read of the data: the largest parts of them that depend on data and counters alone. Iterations for
 * which these have the same values compute the same.
 */
final class ConstantParts {
    /** The whole numbers that the counter of a sum runs over. */
    private record Inner(Binder binder, int first, int count) {}

    /** A part with what computes it, and the sum that it stands in, if it depends on its counter; else null. */
    private record Part(Term term, Numeric.Fn value, Inner inner) {
        int width() {
            return inner == null ? 1 : inner.count();
        }
    }

    /** More kinds of iterations than this are not told apart: to look for them takes memory, and little is gained. */
    private static final int MOST_CLASSES = 100_000;

    private final Terms terms;
    private final Nest nest;
    private final Set<Binder> loops = new HashSet<>();
    private final Numeric numeric = new Numeric();
    private final Numeric.Walk walk;
    private final Map<Term, Part> parts = new LinkedHashMap<>();
    private final Set<Term> seen = new HashSet<>();
    private final Set<Binder> bound = new HashSet<>();
    private boolean possible = true;
    private int[] counters;

    ConstantParts(Terms terms, Nest nest) {
        this.terms = terms;
        this.nest = nest;
        nest.ranges().forEach(range -> loops.add(range.counter()));
        walk = numeric.new Walk(nest.ranges());
    }

    /** Whether so many classes of so many iterations are few: half of the work goes at least. */
    static boolean few(int classes, int iterations) {
        return classes <= Math.min(MOST_CLASSES, iterations / 2);
    }

    /** How often the loops run; nothing where that depends on an unknown. */
    OptionalInt iterations() {
        if (nest.ranges().isEmpty() || !walk.known()) {
            return OptionalInt.empty();
        }
        int[] count = {0};
        walk.run(new int[numeric.size() + 1], () -> count[0]++);
        return OptionalInt.of(count[0]);
    }

    /** Looks at a term too; false if it has parts in sums that have no known bounds. */
    boolean add(Term term) {
        search(term, null);
        return possible;
    }

    /** Looks at a term inside a sum over a known range too. */
    boolean add(Term term, Binder binder, int first, int last) {
        search(term, new Inner(binder, first, last - first + 1));
        return possible;
    }

    private void search(Term term, Inner inner) {
        boolean moves = term.binders().stream().anyMatch(loops::contains);
        if (!moves || !seen.add(term)) {
            return;
        }
        Numeric.Fn value = numeric.compile(term);
        if (value != null) {
            boolean within = inner != null && term.binders().contains(inner.binder());
            boolean open = term.binders().stream()
                    .anyMatch(binder -> !loops.contains(binder) && !(inner != null && inner.binder() == binder));
            possible &= !open;
            parts.put(term, new Part(term, value, within ? inner : null));
            return;
        }
        if (term.op() == Term.Op.SUM) {
            Term first = term.argument(0);
            Term last = term.argument(1);
            boolean known = first.op() == Term.Op.WHOLE
                    && last.op() == Term.Op.WHOLE
                    && last.whole() >= first.whole()
                    // What is found by its term has one sum around it.
                    && inner == null
                    && bound.add(term.binder());
            if (!known) {
                possible = false;
                return;
            }
            search(term.argument(2), new Inner(term.binder(), first.whole(), last.whole() - first.whole() + 1));
            return;
        }
        term.arguments().forEach(argument -> search(argument, inner));
    }

    /** A number for an iteration, which a table may hold. */
    Numeric.Fn compile(Term term) {
        return numeric.compile(term);
    }

    /** Where the counter of a sum is set for what {@link #compile} made. */
    int slot(Binder binder) {
        return numeric.slot(binder);
    }

    /** Runs through the iterations; the counters of each are {@link #counters}. */
    void run(Runnable body) {
        counters = new int[numeric.size() + 1];
        walk.run(counters, body);
    }

    int[] counters() {
        return counters;
    }

    /** How many values the parts have that were found so far. */
    int width() {
        return parts.values().stream().mapToInt(Part::width).sum();
    }

    /** The values of all parts in the present iteration. */
    double[] values() {
        double[] values = new double[width()];
        int next = 0;
        for (Part part : parts.values()) {
            if (part.inner() == null) {
                values[next++] = part.value().at(counters);
                continue;
            }
            int slot = numeric.slot(part.inner().binder());
            for (int k = 0; k < part.inner().count(); k++) {
                counters[slot] = part.inner().first() + k;
                values[next++] = part.value().at(counters);
            }
        }
        return values;
    }

    /** Values that can be looked up, equal bit for bit. */
    static final class Key {
        private final double[] values;
        private final int hash;

        Key(double[] values) {
            this.values = values;
            hash = Arrays.hashCode(values);
        }

        double[] values() {
            return values;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && hash == key.hash && Arrays.equals(values, key.values);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** Terms with their parts read from tables that have an entry for each of some iterations. */
    final class Tables {
        private final Map<Term, Term> replacements = new LinkedHashMap<>();

        /**
         * @param rows the values of all parts in each of these iterations
         * @param row which of them it is, from 0
         */
        Tables(Program program, String name, List<double[]> rows, Term row) {
            int offset = 0;
            for (Part part : parts.values()) {
                double[] column = new double[rows.size() * part.width()];
                for (int k = 0; k < part.width(); k++) {
                    for (int r = 0; r < rows.size(); r++) {
                        column[r + k * rows.size()] = rows.get(r)[offset + k];
                    }
                }
                offset += part.width();
                Term place = row;
                if (part.inner() != null) {
                    Term k = terms.subtract(
                            terms.binder(part.inner().binder()),
                            terms.whole(part.inner().first()));
                    place = terms.add(place, terms.multiply(k, terms.whole(rows.size())));
                }
                boolean itself = part.inner() == null && part.term().type() == Type.INT && counts(column);
                replacements.put(part.term(), itself ? row : terms.read(storage(program, name, part, column), place));
            }
        }

        /** Whether a table would say of each row which one it is. */
        private static boolean counts(double[] column) {
            return IntStream.range(0, column.length).allMatch(r -> column[r] == r);
        }

        private Storage storage(Program program, String name, Part part, double[] column) {
            if (part.term().type() == Type.INT) {
                int[] wholes = new int[column.length];
                Arrays.setAll(wholes, i -> (int) column[i]);
                return program.table(name + "_at", wholes);
            }
            return program.constant(name + "_data", column);
        }

        /** A term that was looked at, reading what its counters gave it from the tables. */
        Term in(Term term) {
            return terms.replace(term, replacements::get);
        }
    }

    /** The summands of a term, each with its sign. */
    static List<Map.Entry<Term, Integer>> summands(Term term) {
        List<Map.Entry<Term, Integer>> summands = new ArrayList<>();
        collect(term, 1, summands);
        return summands;
    }

    private static void collect(Term term, int sign, List<Map.Entry<Term, Integer>> summands) {
        switch (term.op()) {
            case ADD, SUBTRACT -> {
                collect(term.argument(0), sign, summands);
                collect(term.argument(1), term.op() == Term.Op.ADD ? sign : -sign, summands);
            }
            case NEGATE -> collect(term.argument(0), -sign, summands);
            default -> summands.add(Map.entry(term, sign));
        }
    }
}
