package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adds up the many iterations of a factor that one unknown of many values decides, such as the years of a series with a
 * change point: {@code y[t] ~ dpois(rate[1 + step(t - change)])}. The log weight of a value of {@code change} is a sum over all
 * years, but of few different numbers: each rate and its logarithm, times what the data say, which is known. One product with
 * a matrix of data takes the place of a table for each year.
 */
final class CollapsedIterations {
    private static final Binder ANY = new Binder("any");

    /** A sum of so few is written out. */
    private static final int FEW = 4;

    private static final long MOST_COEFFICIENTS = 1 << 22;

    private final Terms terms;
    private final Storages storages;
    private final SummedNumbers numbers;
    private final Group group;
    private final Binder value;

    /** An element that does not exist is not a number, and then everything stays as it is. */
    private final Numeric numeric = Numeric.lenient();

    /** What an atom is multiplied by, and its element's place; null where there is one element. */
    private record Use(Term coefficient, Term position) {}

    /** The atoms, in {@link #ANY} where there is one for each element of storage. */
    private final Map<Term, List<Use>> uses = new LinkedHashMap<>();

    private final Map<Term, Integer> sizes = new LinkedHashMap<>();
    private Term known;

    private CollapsedIterations(Terms terms, Storages storages, SummedNumbers numbers, Group group) {
        this.terms = terms;
        this.storages = storages;
        this.numbers = numbers;
        this.group = group;
        value = group.values.get(0);
        known = terms.number(0);
    }

    /**
     * A group with one iteration for each unknown in the place of another, if that is less work.
     *
     * @param few unknowns with so many values are left as they are: their tables are small, and often equal
     */
    static Optional<Group> of(Terms terms, Storages storages, SummedNumbers numbers, Group group, int few) {
        if (group.values.size() != 1 || group.nodes != null || !group.value.active()) {
            return Optional.empty();
        }
        for (int unknown : group.unknowns.get(0)) {
            if (numbers.size[unknown] <= few) {
                return Optional.empty();
            }
        }
        CollapsedIterations collapsed = new CollapsedIterations(terms, storages, numbers, group);
        return collapsed.collect(group.value, terms.number(1)) ? collapsed.group() : Optional.empty();
    }

    /** Takes a term apart into products of what is known and atoms. */
    private boolean collect(Term term, Term coefficient) {
        if (!term.active()) {
            known = terms.add(known, terms.multiply(coefficient, term));
            return !term.discrete() && numeric.compile(term) != null;
        }
        return switch (term.op()) {
            case ADD -> collect(term.argument(0), coefficient) && collect(term.argument(1), coefficient);
            case SUBTRACT ->
                collect(term.argument(0), coefficient) && collect(term.argument(1), terms.negate(coefficient));
            case NEGATE -> collect(term.argument(0), terms.negate(coefficient));
            case MULTIPLY -> {
                int data = term.argument(0).active() ? 1 : 0;
                yield term.argument(data).active()
                        ? atom(term, coefficient)
                        : collect(term.argument(1 - data), terms.multiply(coefficient, term.argument(data)));
            }
            case CALL -> {
                boolean times = term.call().equals(Calls.TIMES);
                if ((times || term.call().equals(Calls.TIMES_LOG))
                        && !term.argument(0).active()) {
                    Term log = times ? term.argument(1) : terms.call(Calls.LOG, term.argument(1));
                    yield collect(log, terms.multiply(coefficient, term.argument(0)));
                }
                yield atom(term, coefficient);
            }
            default -> atom(term, coefficient);
        };
    }

    /** A function of one element of each storage that it reads, all at one place. */
    private boolean atom(Term term, Term coefficient) {
        if (term.discrete() || numeric.compile(coefficient) == null) {
            return false;
        }
        List<Term> reads = new ArrayList<>();
        collectReads(term, reads);
        Term position = null;
        int size = Integer.MAX_VALUE;
        for (Term read : reads) {
            boolean other = position != null && position != read.argument(0);
            if (read.storage().constant() || other || numeric.compile(read.argument(0)) == null) {
                return false;
            }
            position = read.argument(0);
            size = Math.min(size, read.storage().size());
        }
        Term at = position;
        Term atom = at == null ? term : terms.replace(term, t -> t == at ? terms.binder(ANY) : null);
        if (!(at == null ? Set.of() : Set.of(ANY)).equals(atom.binders())) {
            return false;
        }
        sizes.put(atom, at == null ? 1 : size);
        uses.computeIfAbsent(atom, a -> new ArrayList<>()).add(new Use(coefficient, at));
        return true;
    }

    /** What it reads at places that change, but for what these places are computed from. */
    private static void collectReads(Term term, List<Term> reads) {
        if (term.op() == Term.Op.READ) {
            if (!term.binders().isEmpty()) {
                reads.add(term);
            }
            return;
        }
        term.arguments().forEach(argument -> collectReads(argument, reads));
    }

    private static boolean calls(Term term) {
        return term.op() == Term.Op.CALL
                || term.op() == Term.Op.DIVIDE
                || term.arguments().stream().anyMatch(CollapsedIterations::calls);
    }

    private Optional<Group> group() {
        Map<Integer, Integer> places = new LinkedHashMap<>();
        for (int unknown : group.unknowns.get(0)) {
            places.putIfAbsent(unknown, places.size());
        }
        int[] unknowns = places.keySet().stream().mapToInt(i -> i).toArray();
        int values = numbers.size[unknowns[0]];
        int low = numbers.low[unknowns[0]];
        for (int unknown : unknowns) {
            if (numbers.size[unknown] != values || numbers.low[unknown] != low) {
                return Optional.empty();
            }
        }
        long atoms = sizes.values().stream().mapToLong(i -> i).sum();
        // A product and a sum are much less work than a log density, but there is no gain where all numbers differ.
        if (unknowns.length * atoms > group.iterations / 2 || unknowns.length * atoms * values > MOST_COEFFICIENTS) {
            return Optional.empty();
        }
        Binder u = new Binder("u");
        Map<Binder, int[]> columns = new LinkedHashMap<>();
        int[] column = new int[unknowns.length];
        Arrays.setAll(column, i -> i);
        columns.put(u, column);
        Term sum = constants(places, values, low, u);
        if (sum == null) {
            return Optional.empty();
        }
        for (Map.Entry<Term, List<Use>> entry : uses.entrySet()) {
            Optional<Term> product = product(entry.getKey(), entry.getValue(), places, values, low, u);
            if (product.isEmpty()) {
                return Optional.empty();
            }
            sum = terms.add(sum, product.get());
        }
        return Optional.of(Unfolding.used(
                new Group(sum, columns, group.values, List.of(unknowns), unknowns.length, group.comment)));
    }

    /** What is known of the weights; null if something of it is not a number. */
    private Term constants(Map<Integer, Integer> places, int values, int low, Binder u) {
        if (known.isNumber(0)) {
            return known;
        }
        Numeric.Fn each = numeric.compile(known);
        double[] sums = new double[places.size() * values];
        run(low, values, (iteration, k, counters) -> sums[place(places, iteration) * values + k] += each.at(counters));
        for (double sum : sums) {
            if (Double.isNaN(sum)) {
                return null;
            }
        }
        return terms.read(constant("known", sums), place(u, values, 1, low, terms.whole(0)));
    }

    private Optional<Term> product(
            Term atom, List<Use> own, Map<Integer, Integer> places, int values, int low, Binder u) {
        int size = sizes.get(atom);
        double[] matrix = new double[places.size() * values * size];
        boolean[] outside = new boolean[1];
        for (Use use : own) {
            Numeric.Fn coefficient = numeric.compile(use.coefficient());
            Numeric.Fn position = use.position() == null ? counters -> 0 : numeric.compile(use.position());
            run(low, values, (iteration, k, counters) -> {
                double at = position.at(counters);
                double times = coefficient.at(counters);
                if (at >= 0 && at < size && Double.isFinite(times)) {
                    matrix[(place(places, iteration) * size + (int) at) * values + k] += times;
                } else {
                    outside[0] = true;
                }
            });
        }
        if (outside[0]) {
            return Optional.empty();
        }
        Storage coefficients = constant("coefficient", matrix);
        if (size <= FEW) {
            // What an element is, and its logarithm, then stands before the loop over values.
            Term sum = terms.number(0);
            for (int e = 0; e < size; e++) {
                sum = terms.add(
                        sum, product(atom, coefficients, place(u, values, size, low, terms.whole(e)), terms.whole(e)));
            }
            return Optional.of(sum);
        }
        Binder e = new Binder("e");
        Term place = place(u, values, size, low, terms.binder(e));
        return Optional.of(terms.sum(
                e, terms.whole(0), terms.whole(size - 1), product(atom, coefficients, place, terms.binder(e))));
    }

    /** An element times its coefficient; nothing, where that is zero and a logarithm may be infinite. */
    private Term product(Term atom, Storage coefficients, Term place, Term element) {
        Term one = terms.replace(atom, t -> t.op() == Term.Op.BINDER && t.binder() == ANY ? element : null);
        Term coefficient = terms.read(coefficients, place);
        return calls(atom) ? terms.call(Calls.TIMES, coefficient, one) : terms.multiply(coefficient, one);
    }

    private int place(Map<Integer, Integer> places, int iteration) {
        return places.get(group.unknowns.get(0)[iteration]);
    }

    /** Where the coefficient of an element stands: the values follow each other. */
    private Term place(Binder u, int values, int size, int low, Term element) {
        Term row = terms.add(terms.multiply(terms.binder(u), terms.whole(size)), element);
        return terms.add(
                terms.subtract(terms.binder(value), terms.whole(low)), terms.multiply(row, terms.whole(values)));
    }

    private Storage constant(String name, double[] values) {
        return storages.add(Storage.constant(storages.safe(name), values));
    }

    private interface Visitor {
        void visit(int iteration, int k, int[] counters);
    }

    private void run(int low, int values, Visitor visitor) {
        int[] slots = new int[group.columns.size()];
        int[][] columns = new int[slots.length][];
        int c = 0;
        for (Map.Entry<Binder, int[]> entry : group.columns.entrySet()) {
            slots[c] = numeric.slot(entry.getKey());
            columns[c++] = entry.getValue();
        }
        int slot = numeric.slot(value);
        int[] counters = new int[numeric.size()];
        for (int i = 0; i < group.iterations; i++) {
            for (int s = 0; s < slots.length; s++) {
                counters[slots[s]] = columns[s][i];
            }
            for (int k = 0; k < values; k++) {
                counters[slot] = low + k;
                visitor.visit(i, k, counters);
            }
        }
    }
}
