package dev.tandem.compiler.pass;

import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.ValueRanges;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves costly parts of terms out of long loops into short tables.
 *
 * <p>In {@code z[i] ~ dcat(w[])} the logarithm of {@code w[z[i]]} depends on the iteration only through {@code z[i]}: it
 * is computed once for each value of {@code z}, and the loop looks it up. What depends on constants alone is computed
 * when the model is compiled.
 */
public final class Hoisting implements Pass {
    private final boolean jointly;

    /**
     * Hoists.
     *
     * @param jointly whether terms are looked up by several whole numbers too, see {@link JointTables}
     */
    public Hoisting(boolean jointly) {
        this.jointly = jointly;
    }

    @Override
    public String name() {
        return "hoisting";
    }

    @Override
    public String reason() {
        return "Costly parts of terms that take few values in a long loop are computed once for each value, and looked up.";
    }

    @Override
    public Program apply(Program program) {
        return new Search(program, jointly).run();
    }

    private static final class Search {
        private static final int LARGEST_TABLE = 1 << 22;
        private static final Binder ANY = new Binder("any");

        private final Program program;
        private final Terms terms;
        private final ValueRanges ranges;

        /** Constant tables made so far, by what they hold. */
        private final Map<Object, Term> done = new HashMap<>();

        /** Computed tables that can be read where the present step stands. */
        private final Map<Object, Term> tables = new HashMap<>();

        private final Map<Term, Boolean> costly = new HashMap<>();
        private final JointTables joints;
        private final boolean jointly;
        private boolean allComputed;
        private List<Step.Computation> made = new ArrayList<>();

        Search(Program program, boolean jointly) {
            this.program = program;
            this.jointly = jointly;
            terms = program.terms();
            // What is computed beside unknowns of the same name may have any value.
            ranges = program.ranges().without(program.computed());
            joints = new JointTables(terms, ranges);
        }

        Program run() {
            Draft draft = program.edit();
            draft.blocks.replaceAll(block -> block.recursive() ? block : simplify(block));
            made = new ArrayList<>();
            tables.clear();
            allComputed = true;
            draft.factors.replaceAll(step -> step.match(this::simplify, array -> array));
            if (!made.isEmpty()) {
                draft.blocks.add(Program.Block.plain(made));
            }
            return draft.finish();
        }

        private Program.Block simplify(Program.Block block) {
            List<Step.Computation> steps = new ArrayList<>();
            for (Step.Computation step : block.steps()) {
                made = new ArrayList<>();
                tables.clear();
                Step.Computation simpler = step.match(this::simplify, product -> product, array -> array);
                steps.addAll(made);
                steps.add(simpler);
            }
            return block.with(steps);
        }

        private Step.Factor simplify(Step.Factor factor) {
            return factor.with(simplify(factor.value(), factor.nest()));
        }

        private Step.Compute simplify(Step.Compute compute) {
            return reads(compute.value(), compute.target())
                    ? compute
                    : compute.with(simplify(compute.value(), compute.nest()));
        }

        private static boolean reads(Term term, Storage storage) {
            return term.reads().stream().anyMatch(read -> read.storage() == storage);
        }

        private Term simplify(Term value, Nest nest) {
            Set<Binder> loops = new HashSet<>();
            nest.ranges().forEach(range -> loops.add(range.counter()));
            double iterations = iterations(nest);
            return terms.replace(value, term -> {
                if (!costly(term)) {
                    return null;
                }
                Term folded = foldConstants(term);
                if (folded == null) {
                    folded = tabulate(term, nest, loops, iterations);
                }
                if (folded == null) {
                    folded = ofAllElements(term, loops, iterations);
                }
                if (folded == null && term.op() == Term.Op.CALL && term.call().equals(Calls.TIMES_LOG)) {
                    folded = timesKnownLog(term, nest, loops, iterations);
                }
                if (folded == null) {
                    folded = tabulateData(term, nest, iterations);
                }
                return folded == null && allComputed && jointly ? tabulateJointly(term, nest, iterations) : folded;
            });
        }

        /** Roughly how often the innermost statement runs. */
        private static double iterations(Nest nest) {
            Numeric numeric = new Numeric();
            double iterations = 1;
            int[] counters = new int[nest.ranges().size() + 16];
            for (Nest.Range range : nest.ranges()) {
                Numeric.Fn first = numeric.compile(range.first());
                Numeric.Fn last = numeric.compile(range.last());
                int slot = numeric.slot(range.counter());
                if (first != null && last != null) {
                    counters[slot] = (int) first.at(counters);
                    iterations *= Math.max(1, last.at(counters) - first.at(counters) + 1);
                }
            }
            return iterations;
        }

        /** Whether computing a term is worth avoiding. */
        private boolean costly(Term term) {
            Boolean known = costly.get(term);
            if (known == null) {
                known = term.type() == Type.DOUBLE
                        && switch (term.op()) {
                            case CALL, DIVIDE, SUM -> true;
                            case ADD, SUBTRACT, MULTIPLY, NEGATE, GIVEN -> anyCostly(term);
                            default -> false;
                        };
                costly.put(term, known);
            }
            return known;
        }

        private boolean anyCostly(Term term) {
            for (Term argument : term.arguments()) {
                if (costly(argument)) {
                    return true;
                }
            }
            return false;
        }

        /** A function of one element of constant storage becomes an element of other constant storage. */
        private Term foldConstants(Term term) {
            if (term.op() != Term.Op.CALL || term.arguments().size() != 1) {
                return null;
            }
            Term read = term.argument(0);
            if (read.op() != Term.Op.READ
                    || !read.storage().constant()
                    || read.storage().isTable()) {
                return null;
            }
            Term known = done.get(terms.call(term.call(), terms.read(read.storage(), terms.binder(ANY))));
            if (known == null) {
                double[] source = read.storage().values();
                double[] values = new double[source.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = term.call().apply(new double[] {source[i]});
                }
                String name = term.call().method() + "_" + read.storage().name();
                Storage storage = program.constant(name, values);
                known = terms.read(storage, terms.binder(ANY));
                done.put(terms.call(term.call(), terms.read(read.storage(), terms.binder(ANY))), known);
            }
            return terms.read(known.storage(), read.argument(0));
        }

        /** A function of an element that many iterations read is computed once for every element. */
        private Term ofAllElements(Term term, Set<Binder> loops, double iterations) {
            if (!allComputed || term.op() != Term.Op.CALL || term.arguments().size() != 1) {
                return null;
            }
            Term read = term.argument(0);
            if (read.op() != Term.Op.READ
                    || read.storage().constant()
                    || ranges.contains(read.storage())
                    || read.storage().size() > iterations / 2
                    || read.binders().stream().noneMatch(loops::contains)) {
                return null;
            }
            Term general = terms.call(term.call(), terms.read(read.storage(), terms.binder(ANY)));
            int[] all = {0, read.storage().size() - 1};
            Term known = tables.computeIfAbsent(List.of(general, all[0], all[1]), key -> table(general, all));
            return terms.read(known.storage(), read.argument(0));
        }

        /** A multiple of a logarithm that many iterations share, such as that of a group's rate. */
        private Term timesKnownLog(Term term, Nest nest, Set<Binder> loops, double iterations) {
            Term log = terms.call(Calls.LOG, term.argument(1));
            Term known = tabulate(log, nest, loops, iterations);
            if (known == null) {
                known = ofAllElements(log, loops, iterations);
            }
            return known == null ? null : terms.call(Calls.TIMES, term.argument(0), known);
        }

        /** A term that depends on the loops through one whole number of small range is looked up by that number. */
        private Term tabulate(Term term, Nest nest, Set<Binder> loops, double iterations) {
            if (term.binders().stream().noneMatch(loops::contains)) {
                return null;
            }
            Set<Term> atoms = new HashSet<>();
            collectAtoms(term, loops, atoms);
            if (atoms.size() != 1) {
                return null;
            }
            Term atom = atoms.iterator().next();
            int[] range = term.binders().containsAll(atom.binders()) ? range(atom, nest) : null;
            if (range == null || range[1] - range[0] + 1 > iterations / 2) {
                return null;
            }
            Term general = terms.replace(term, t -> t == atom ? terms.binder(ANY) : null);
            if (!general.binders().equals(Set.of(ANY)) || !insideBounds(general, range)) {
                return null;
            }
            Term known = tables.computeIfAbsent(List.of(general, range[0], range[1]), key -> table(general, range));
            return terms.read(known.storage(), terms.subtract(atom, terms.whole(range[0])));
        }

        /**
         * A term that depends on nothing but data, the loops and one discrete unknown of small range becomes an element of a
         * table with a row for each value of the loops' counters, and in the row one element for each value of the unknown.
         */
        private Term tabulateData(Term term, Nest nest, double iterations) {
            if (term.active()) {
                return null;
            }
            List<Term> unknown = term.reads().stream()
                    .filter(read -> !read.storage().constant())
                    .toList();
            if (unknown.size() > 1) {
                return null;
            }
            // In a sum, one read stands for many elements.
            if (unknown.size() == 1
                    && !(ranges.contains(unknown.get(0).storage())
                            && term.binders().containsAll(unknown.get(0).binders()))) {
                return null;
            }
            // A table has elements that nobody reads, for combinations of data that there are not.
            Numeric numeric = Numeric.lenient();
            List<int[]> extents = new ArrayList<>();
            Term place = terms.whole(0);
            double size = 1;
            Term general = term;
            int[] values = {0, 0};
            if (!unknown.isEmpty()) {
                Term read = unknown.get(0);
                values = ranges.of(read, nest);
                if (values == null) {
                    return null;
                }
                size = values[1] - values[0] + 1.0;
                place = terms.subtract(terms.integer(read), terms.whole(values[0]));
                general = terms.replace(term, t -> t == read ? terms.real(terms.binder(ANY)) : null);
            }
            List<Binder> used = new ArrayList<>();
            for (int level = nest.ranges().size() - 1; level >= 0; level--) {
                Nest.Range range = nest.ranges().get(level);
                if (!general.binders().contains(range.counter())) {
                    continue;
                }
                Numeric.Fn first = range.first().binders().isEmpty() ? numeric.compile(range.first()) : null;
                Numeric.Fn last = range.last().binders().isEmpty() ? numeric.compile(range.last()) : null;
                if (first == null || last == null) {
                    return null;
                }
                int low = (int) first.at(new int[1]);
                int high = (int) last.at(new int[1]);
                if (high < low || size * (high - low + 1.0) > Math.min(LARGEST_TABLE, 64 + 32 * iterations)) {
                    return null;
                }
                place = terms.add(
                        place,
                        terms.multiply(
                                terms.subtract(terms.binder(range.counter()), terms.whole(low)),
                                terms.whole((int) size)));
                size *= high - low + 1.0;
                extents.add(new int[] {low, high});
                used.add(range.counter());
            }
            Numeric.Fn value = numeric.compile(general);
            if (value == null || general.binders().size() != used.size() + unknown.size() || size > LARGEST_TABLE) {
                return null;
            }
            Object key = List.of(general, values[0], values[1]);
            Term known = done.get(key);
            if (known == null) {
                extents.add(0, values);
                used.add(0, ANY);
                Storage storage = program.constant("known", content(value, numeric, used, extents, (int) size));
                known = terms.read(storage, terms.binder(ANY));
                done.put(key, known);
            }
            return terms.read(known.storage(), place);
        }

        /** A value at all combinations of some counters, the first of which runs fastest. */
        private static double[] content(
                Numeric.Fn value, Numeric numeric, List<Binder> counters, List<int[]> extents, int size) {
            double[] content = new double[size];
            int[] slots = counters.stream().mapToInt(numeric::slot).toArray();
            int[] at = new int[numeric.size() + 16];
            for (int i = 0; i < size; i++) {
                int rest = i;
                for (int level = 0; level < slots.length; level++) {
                    int[] extent = extents.get(level);
                    int width = extent[1] - extent[0] + 1;
                    at[slots[level]] = extent[0] + rest % width;
                    rest /= width;
                }
                content[i] = value.at(at);
            }
            return content;
        }

        private Term table(Term general, int[] range) {
            Binder k = new Binder("k");
            Term replaced =
                    terms.replace(general, t -> t.op() == Term.Op.BINDER && t.binder() == ANY ? terms.binder(k) : null);
            Term body = terms.replace(
                    replaced,
                    t -> t.op() == Term.Op.SUM && t.active() && t.binders().isEmpty() ? keptSum(t) : null);
            int size = range[1] - range[0] + 1;
            Numeric numeric = new Numeric();
            Numeric.Fn constant = numeric.compile(body);
            if (constant != null) {
                double[] values = new double[size];
                int[] counters = new int[numeric.size() + 16];
                for (int i = 0; i < size; i++) {
                    counters[numeric.slot(k)] = range[0] + i;
                    values[i] = constant.at(counters);
                }
                Storage storage = program.constant("table", values);
                return terms.read(storage, terms.binder(ANY));
            }
            Storage storage = program.variable("table", size);
            if (body.active()) {
                storage.activate();
            }
            if (body.discrete()) {
                storage.dependOnDiscrete();
            }
            Nest nest = new Nest(List.of(new Nest.Range(k, terms.whole(range[0]), terms.whole(range[1]))));
            made.add(new Step.Compute(
                    nest,
                    storage,
                    terms.subtract(terms.binder(k), terms.whole(range[0])),
                    body,
                    "what does not change in a loop, by value"));
            return terms.read(storage, terms.binder(ANY));
        }

        /** A term that depends on the loops through several whole numbers of small range is looked up by all of them. */
        private Term tabulateJointly(Term term, Nest nest, double iterations) {
            JointTables.Joint joint = joints.of(term, nest, iterations / 4);
            if (joint == null) {
                return null;
            }
            Storage storage = program.variable("table", joint.size());
            if (joint.body().active()) {
                storage.activate();
            }
            storage.holdUnused();
            made.add(new Step.Compute(
                    joint.nest(), storage, joint.writePosition(), joint.body(), "what takes few values in a loop"));
            return terms.read(storage, joint.readPosition());
        }

        /** A sum that the whole table shares is stored, for its derivatives need it again. */
        private Term keptSum(Term sum) {
            Storage storage = program.variable("table_sum", 1);
            storage.activate();
            if (sum.discrete()) {
                storage.dependOnDiscrete();
            }
            made.add(new Step.Compute(Nest.NONE, storage, terms.whole(0), sum, "a sum that a table shares"));
            return terms.read(storage, terms.whole(0));
        }

        /** The whole numbers in a term that change with the loops: discrete unknowns and indices from the data. */
        private static void collectAtoms(Term term, Set<Binder> loops, Set<Term> atoms) {
            if (term.binders().stream().noneMatch(loops::contains)) {
                return;
            }
            boolean unknown = term.op() == Term.Op.TO_INT && term.argument(0).op() == Term.Op.READ;
            boolean table = term.op() == Term.Op.READ && term.storage().isTable();
            if (unknown || table) {
                atoms.add(term);
                return;
            }
            term.arguments().forEach(argument -> collectAtoms(argument, loops, atoms));
        }

        /** Whether everything exists that a table reads, as far as its positions are known. */
        private static boolean insideBounds(Term general, int[] range) {
            Numeric numeric = new Numeric();
            int slot = numeric.slot(ANY);
            for (Term read : general.reads()) {
                Numeric.Fn position = read.binders().equals(Set.of(ANY)) ? numeric.compile(read.argument(0)) : null;
                if (position == null) {
                    continue;
                }
                int[] counters = new int[numeric.size() + 16];
                for (int k = range[0]; k <= range[1]; k++) {
                    counters[slot] = k;
                    double at = position.at(counters);
                    if (!(at >= 0 && at < read.storage().size())) {
                        return false;
                    }
                }
            }
            return true;
        }

        private int[] range(Term atom, Nest nest) {
            if (atom.op() == Term.Op.TO_INT) {
                return ranges.of(atom.argument(0), nest);
            }
            int low = Integer.MAX_VALUE;
            int high = Integer.MIN_VALUE;
            for (int value : atom.storage().wholes()) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            return low <= high && (long) high - low < 1 << 24 ? new int[] {low, high} : null;
        }
    }
}
