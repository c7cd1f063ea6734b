package dev.tandem.compiler.pass;

import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Box;
import dev.tandem.compiler.program.ValueRanges;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds terms that take few values in a long loop: those that depend on the iteration only through whole numbers of small
 * range, such as discrete unknowns, counters of short loops, and data that are counts or indices.
 *
 * <p>In {@code y[i,t] ~ dbern(p[t] * z[i,t])} the log density is one of as many numbers as there are triples of t, z and
 * y, however many animals there are. They are computed once each, and the loop looks them up; how often each is looked up
 * changes with z alone, so a gradient need not run the loop at all.
 */
final class JointTables {
    /** A term by the whole numbers that it depends on: their values are positions in a table. */
    record Joint(Nest nest, Term body, Term writePosition, Term readPosition, int size) {}

    /** A whole number in a term, with its range. */
    private record Atom(Term term, int low, int high, Binder counter) {
        double width() {
            return high - low + 1.0;
        }
    }

    /** The widest range of data that is looked at; tables are far smaller. */
    private static final int WIDEST = 1 << 20;

    private final Terms terms;
    private final ValueRanges discrete;
    private final Map<Storage, Boolean> wholeData = new HashMap<>();
    private final Map<Term, Optional<int[]>> ofReads = new HashMap<>();
    private final Map<Nest, Optional<int[][]>> boxes = new HashMap<>();

    JointTables(Terms terms, ValueRanges discrete) {
        this.terms = terms;
        this.discrete = discrete;
    }

    /** The table for a term, null if it would have more than {@code most} elements or cannot be made. */
    Joint of(Term term, Nest nest, double most) {
        Map<Term, Atom> atoms = new LinkedHashMap<>();
        if (!collect(term, nest, most, atoms, new HashSet<>())) {
            return null;
        }
        double size = 1;
        for (Atom atom : atoms.values()) {
            size *= atom.width();
        }
        if (atoms.isEmpty() || size > most) {
            return null;
        }
        Term body = terms.replace(term, t -> {
            Atom atom = atoms.get(t);
            if (atom == null) {
                return null;
            }
            Term counter = terms.binder(atom.counter());
            return t.type() == Type.INT ? counter : terms.real(counter);
        });
        List<Nest.Range> ranges = new ArrayList<>();
        Term write = terms.whole(0);
        Term read = terms.whole(0);
        int stride = 1;
        Set<Binder> counters = new HashSet<>();
        for (Atom atom : atoms.values()) {
            Term low = terms.whole(atom.low());
            ranges.add(new Nest.Range(atom.counter(), low, terms.whole(atom.high())));
            counters.add(atom.counter());
            Term step = terms.whole(stride);
            write = terms.add(write, terms.multiply(terms.subtract(terms.binder(atom.counter()), low), step));
            read = terms.add(read, terms.multiply(terms.subtract(terms.integer(atom.term()), low), step));
            stride *= (int) atom.width();
        }
        Nest loops = new Nest(ranges);
        boolean closed = counters.containsAll(body.binders()) && !body.discrete();
        return closed && insideBounds(body, loops) ? new Joint(loops, body, write, read, (int) size) : null;
    }

    /** Finds the whole numbers through which a term depends on the loops; false if there is something else. */
    private boolean collect(Term term, Nest nest, double most, Map<Term, Atom> atoms, Set<Term> seen) {
        if (!seen.add(term)
                || nest.ranges().stream().noneMatch(r -> term.binders().contains(r.counter()))) {
            return true;
        }
        if (term.op() == Term.Op.SUM || term.op() == Term.Op.QUOTIENT) {
            return false;
        }
        int[] range = term.op() == Term.Op.BINDER
                ? range(term.binder(), nest)
                : term.op() == Term.Op.READ
                        ? ofReads.computeIfAbsent(term, read -> Optional.ofNullable(range(read, nest)))
                                .orElse(null)
                        : null;
        if (range != null) {
            Atom atom = new Atom(term, range[0], range[1], new Binder("k"));
            atoms.put(term, atom);
            return atom.width() <= most;
        }
        for (Term argument : term.arguments()) {
            if (!collect(argument, nest, most, atoms, seen)) {
                return false;
            }
        }
        return term.op() != Term.Op.BINDER;
    }

    private int[] range(Binder counter, Nest nest) {
        int[][] box = boxes.computeIfAbsent(nest, loops -> Optional.ofNullable(Box.of(loops)))
                .orElse(new int[0][]);
        for (int level = 0; level < box.length; level++) {
            if (nest.ranges().get(level).counter() == counter && box[level][0] <= box[level][1]) {
                return box[level];
            }
        }
        return null;
    }

    /** The range of the elements that a read meets in the loops; null if they are not whole numbers. */
    private int[] range(Term read, Nest nest) {
        if (!read.storage().constant()) {
            return discrete.of(read, nest);
        }
        if (!wholeData.computeIfAbsent(read.storage(), JointTables::maybeWhole)) {
            return null;
        }
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(nest.ranges());
        Numeric.Fn element = numeric.compile(read);
        if (element == null || !walk.known()) {
            return null;
        }
        int[] range = {Integer.MAX_VALUE, Integer.MIN_VALUE};
        boolean[] whole = {true};
        int[] counters = new int[numeric.size()];
        walk.run(counters, () -> {
            double value = element.at(counters);
            whole[0] &= value == (int) value;
            range[0] = Math.min(range[0], (int) value);
            range[1] = Math.max(range[1], (int) value);
        });
        return whole[0] && range[0] <= range[1] && (long) range[1] - range[0] < WIDEST ? range : null;
    }

    /** Whether data are whole numbers as far as they are there. */
    private static boolean maybeWhole(Storage storage) {
        if (storage.isTable()) {
            return true;
        }
        for (double value : storage.values()) {
            if (value != (int) value && !Double.isNaN(value)) {
                return false;
            }
        }
        return true;
    }

    /** Whether every element that the table's body reads exists, for combinations that the loop never meets as well. */
    private static boolean insideBounds(Term body, Nest loops) {
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(loops.ranges());
        List<Numeric.Fn> positions = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (Term read : body.reads()) {
            if (read.binders().isEmpty()) {
                continue;
            }
            Numeric.Fn position = numeric.compile(read.argument(0));
            if (position == null) {
                return false;
            }
            positions.add(position);
            sizes.add(read.storage().size());
        }
        int[] counters = new int[numeric.size()];
        boolean[] inside = {true};
        walk.run(counters, () -> {
            for (int i = 0; i < sizes.size() && inside[0]; i++) {
                double at = positions.get(i).at(counters);
                inside[0] = at >= 0 && at < sizes.get(i);
            }
        });
        return inside[0];
    }
}
