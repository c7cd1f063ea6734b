package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.ArrayTerm;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The loops of a rule with its expressions in them, as the model has them or from a table of iterations. */
public final class Contexts {
    private final Graph graph;
    private final Draft draft;
    private final Terms terms;
    private final Storages storages;
    private final Infinities infinities;
    private final Jumps jumps;
    private final LateStorages late;

    /** The iterations that loops over tables of them run through, by their counters. */
    private final IdentityHashMap<Binder, List<int[]>> lists = new IdentityHashMap<>();

    public Contexts(Draft draft, Infinities infinities, Jumps jumps, LateStorages late) {
        this.draft = draft;
        this.infinities = infinities;
        this.jumps = jumps;
        this.late = late;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
    }

    /** The loops of a rule with its expressions; steps are array calls that must run before. */
    public final class Context {
        public final Rule rule;
        public final Nest nest;
        public final boolean plain;
        public final Expressions expressions;
        public final List<Step.Computation> steps = new ArrayList<>();

        /** What the counters of the rule are, by their names. */
        public final Map<String, Term> counters;

        /** Whether it is computed when a draw is reported, from what the report has. */
        private final boolean comesLate;

        Context(Rule rule, Nest nest, boolean plain, Map<String, Term> counters, boolean comesLate) {
            this.rule = rule;
            this.nest = nest;
            this.plain = plain;
            this.counters = Map.copyOf(counters);
            this.comesLate = comesLate;
            expressions = new Expressions(graph, terms, storages, home(comesLate), infinities, this::materialise);
            counters.forEach(expressions::bind);
        }

        /** Keeps the result of an array call for every iteration. */
        private LoweredArray materialise(Expression expression, String function, List<LoweredArray> given) {
            double neutral =
                    Functions.array(function).map(ArrayFunction::neutral).orElse(Double.NaN);
            List<LoweredArray> arguments = Double.isNaN(neutral)
                    ? given
                    : given.stream()
                            .map(argument -> filledUp(argument, neutral))
                            .toList();
            int[][] dims = new int[arguments.size()][];
            for (int i = 0; i < dims.length; i++) {
                dims[i] = fixed(expression, arguments.get(i));
            }
            boolean density = function.startsWith("logdensity.");
            int[] result;
            try {
                result = density
                        ? new int[] {1}
                        : Functions.array(function).orElseThrow().resultDims(dims);
            } catch (IllegalArgumentException e) {
                throw new EvaluationException(
                        expression.span(),
                        e.getMessage(),
                        "look at the shapes of the arguments: x[i,] is a row, x[,j] a column");
            }
            int size = Arrays.stream(result).reduce(1, Math::multiplyExact);
            Term offset = terms.whole(0);
            long extent = size;
            int[][] box = box(rule);
            for (int level = 0; level < box.length; level++) {
                Term counter = counterTerms.get(level);
                offset = terms.add(
                        offset,
                        terms.multiply(
                                terms.subtract(counter, terms.whole(box[level][0])),
                                terms.whole(Math.toIntExact(extent))));
                extent *= Math.max(1, box[level][1] - box[level][0] + 1);
                if (extent > 1 << 28) {
                    throw new EvaluationException(
                            expression.span(),
                            "the results of this function would not fit into memory",
                            "move what does not depend on the loop out of it");
                }
            }
            Storage target =
                    storages.variable(function.replace(Functions.MATRIX_PRODUCT.name(), "product"), (int) extent);
            List<ArrayTerm> kept =
                    arguments.stream().map(argument -> argument.keep(terms)).toList();
            boolean smooth = !(comesLate && late.any())
                    && kept.stream().anyMatch(argument -> argument.element().active());
            boolean active = smooth
                    && (density || Functions.array(function).orElseThrow().differentiable());
            if (active) {
                target.activate();
            } else if (smooth) {
                jumps.note(rule, kept.stream().map(ArrayTerm::element).toList());
            }
            if (kept.stream().anyMatch(argument -> argument.element().discrete())) {
                target.dependOnDiscrete();
            }
            int call = draft.calls.size();
            draft.calls.add(callOf(density ? "d" + function.substring(11) : function, density, dims, size));
            steps.add(new Step.ArrayCompute(nest, call, function, kept, target, offset, size, function));
            Term start = offset;
            int[] wide = Arrays.stream(result).filter(d -> d != 1).toArray();
            List<Term> extents = Arrays.stream(wide).mapToObj(terms::whole).toList();
            return new LoweredArray(extents, positions -> {
                Term flat = start;
                int stride = 1;
                for (int d = 0; d < wide.length; d++) {
                    flat = terms.add(flat, terms.multiply(positions.get(d), terms.whole(stride)));
                    stride *= wide[d];
                }
                return terms.read(target, flat);
            });
        }

        /** Where the single number stands that the rule is about. */
        public Term place() {
            return Contexts.position(single(expressions.lower(rule.target())).single());
        }

        /** The target of a rule that is about a single number. */
        public LoweredArray single(LoweredArray target) {
            if (!target.isScalar()) {
                throw new EvaluationException(
                        rule.target().span(),
                        "the length of this part of an array changes from one iteration to the next, and the distribution is"
                                + " of a single number",
                        "give it an index instead of a range");
            }
            return target;
        }

        /** A vector that is of the same length in every iteration: beyond its own end it has what changes nothing. */
        private LoweredArray filledUp(LoweredArray array, double neutral) {
            if (array.extents().size() != 1 || array.extents().get(0).op() == Term.Op.WHOLE) {
                return array;
            }
            Term extent = array.extents().get(0);
            Numeric numeric = new Numeric();
            Numeric.Walk walk = numeric.new Walk(nest.ranges());
            Numeric.Fn length = numeric.compile(extent);
            if (!walk.known() || length == null) {
                return array;
            }
            int[] most = {0};
            int[] counters = new int[numeric.size()];
            walk.run(counters, () -> most[0] = Math.max(most[0], (int) length.at(counters)));
            return new LoweredArray(List.of(terms.whole(most[0])), positions -> {
                Term position = positions.get(0);
                Term last = terms.subtract(extent, terms.whole(1));
                Term inside = terms.choice("<", position, extent, position, last);
                return terms.choice("<", position, extent, array.at(List.of(inside)), terms.number(neutral));
            });
        }

        final List<Term> counterTerms = new ArrayList<>();
    }

    public static Program.ArrayCall callOf(String name, boolean density, int[][] dims, int resultSize) {
        int[] sizes = Arrays.stream(dims)
                .mapToInt(d -> Arrays.stream(d).reduce(1, Math::multiplyExact))
                .toArray();
        return new Program.ArrayCall(name, density, List.of(dims), sizes, resultSize);
    }

    /** The extents of an array that must be the same in every iteration. */
    public static int[] fixed(Expression expression, LoweredArray array) {
        if (array.isScalar()) {
            return new int[] {1};
        }
        int[] dims = new int[array.extents().size()];
        for (int d = 0; d < dims.length; d++) {
            Term extent = array.extents().get(d);
            if (extent.op() != Term.Op.WHOLE) {
                throw new EvaluationException(
                        expression.span(),
                        "the size of an array here changes from one iteration to the next",
                        "such functions and distributions need arrays of one size");
            }
            dims[d] = extent.whole();
        }
        return dims;
    }

    /** The smallest and largest value of each counter. */
    private int[][] box(Rule rule) {
        int[][] box = new int[rule.loops().size()][];
        for (int level = 0; level < box.length; level++) {
            box[level] = new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE};
        }
        graph.forEach(rule, (counters, scope) -> {
            for (int level = 0; level < box.length; level++) {
                box[level][0] = Math.min(box[level][0], counters[level]);
                box[level][1] = Math.max(box[level][1], counters[level]);
            }
        });
        return box;
    }

    /** Where variables are read. */
    private Function<Symbol, Storage> home(boolean comesLate) {
        return comesLate ? late::shown : storages::of;
    }

    /** All iterations of a rule, its loops kept. */
    public Context of(Rule rule) {
        return of(rule, false);
    }

    /** Iterations of a rule that are computed when a draw is reported: all of them, or some. */
    public Context late(Rule rule, Optional<List<int[]>> iterations) {
        return iterations.isPresent() ? listed(rule, iterations.get(), true) : of(rule, true);
    }

    /** Some iterations of a rule, in loops where they fill a box. */
    public Context some(Rule rule, List<int[]> iterations) {
        return boxed(rule, iterations).orElseGet(() -> listed(rule, iterations));
    }

    /** Some iterations of a rule as loops within loops, if they are all that lie between certain ends. */
    private Optional<Context> boxed(Rule rule, List<int[]> iterations) {
        int depth = rule.loops().size();
        int[] low = iterations.get(0).clone();
        int[] high = iterations.get(iterations.size() - 1).clone();
        long size = 1;
        for (int level = 0; level < depth; level++) {
            size *= Math.max(0, (long) high[level] - low[level] + 1);
        }
        if (rule.fragile() || depth == 0 || size != iterations.size()) {
            return Optional.empty();
        }
        int[] next = low.clone();
        for (int[] iteration : iterations) {
            if (!Arrays.equals(iteration, next)) {
                return Optional.empty();
            }
            int level = depth - 1;
            while (level > 0 && next[level] == high[level]) {
                next[level] = low[level];
                level--;
            }
            next[level]++;
        }
        Map<String, Term> counters = new LinkedHashMap<>();
        List<Nest.Range> ranges = new ArrayList<>();
        for (int level = 0; level < depth; level++) {
            String name = rule.loops().get(level).counter().text();
            Binder binder = new Binder(storages.safeLocal(name));
            ranges.add(new Nest.Range(binder, terms.whole(low[level]), terms.whole(high[level])));
            counters.put(name, terms.binder(binder));
        }
        Context context = new Context(rule, new Nest(ranges), true, counters, false);
        context.counterTerms.addAll(counters.values());
        return Optional.of(context);
    }

    private Context of(Rule rule, boolean comesLate) {
        if (rule.fragile()) {
            return listed(rule, allCounters(rule), comesLate);
        }
        Map<String, Term> counters = new LinkedHashMap<>();
        List<Nest.Range> ranges = new ArrayList<>();
        Expressions expressions = new Expressions(graph, terms, storages, home(comesLate), infinities, (e, f, a) -> {
            throw new EvaluationException(
                    e.span(),
                    "this function cannot stand in the range of a loop",
                    "compute its value in a statement of its own, or in the data block");
        });
        boolean plain = true;
        for (Statement.Loop loop : rule.loops()) {
            Binder binder = new Binder(storages.safeLocal(loop.counter().text()));
            Term counter;
            if (loop.range() instanceof Expression.Binary range && range.operator() == BinaryOperator.RANGE) {
                if (readsUnknown(graph, rule, range)) {
                    return listed(rule, allCounters(rule), comesLate);
                }
                ranges.add(new Nest.Range(binder, expressions.whole(range.left()), expressions.whole(range.right())));
                counter = terms.binder(binder);
            } else {
                int[] values = fixedRange(rule, loop);
                if (values == null) {
                    return listed(rule, allCounters(rule), comesLate);
                }
                plain = false;
                Storage table = storages.table(loop.counter().text() + "_in", values);
                ranges.add(new Nest.Range(binder, terms.whole(0), terms.whole(values.length - 1)));
                counter = terms.read(table, terms.binder(binder));
            }
            counters.put(loop.counter().text(), counter);
            expressions.bind(loop.counter().text(), counter);
        }
        Context context = new Context(rule, new Nest(ranges), plain, counters, comesLate);
        context.counterTerms.addAll(counters.values());
        return context;
    }

    /** Whether a range reads known elements of a variable of which others are not known. */
    public static boolean readsUnknown(Graph graph, Rule rule, Expression range) {
        return Names.in(range).stream()
                .anyMatch(name -> rule.loops().stream()
                                .noneMatch(loop -> loop.counter().text().equals(name))
                        && !graph.symbol(name).constant());
    }

    private int[] fixedRange(Rule rule, Statement.Loop loop) {
        for (Statement.Loop outer : rule.loops()) {
            if (Names.in(loop.range()).contains(outer.counter().text())) {
                return null;
            }
        }
        return graph.integers(loop.range());
    }

    private List<int[]> allCounters(Rule rule) {
        List<int[]> all = new ArrayList<>();
        graph.forEach(rule, (counters, scope) -> all.add(counters.clone()));
        return all;
    }

    /** Expressions of single numbers at an iteration whose counters are given. */
    public Expressions at(Map<String, Term> counters) {
        Expressions expressions =
                new Expressions(graph, terms, storages, home(false), infinities, (expression, function, arguments) -> {
                    throw new IllegalStateException(function + " gives no single number");
                });
        counters.forEach(expressions::bind);
        return expressions;
    }

    /** Some iterations of a rule, from a table of their counters. */
    public Context listed(Rule rule, List<int[]> iterations) {
        return listed(rule, iterations, false);
    }

    private Context listed(Rule rule, List<int[]> iterations, boolean comesLate) {
        int depth = rule.loops().size();
        int[] table = new int[iterations.size() * depth];
        for (int i = 0; i < iterations.size(); i++) {
            System.arraycopy(iterations.get(i), 0, table, i * depth, depth);
        }
        Storage storage = storages.table(rule.targetName() + "_where", table);
        Binder p = new Binder("p");
        lists.put(p, iterations);
        Map<String, Term> counters = new LinkedHashMap<>();
        for (int level = 0; level < depth; level++) {
            Term place = terms.add(terms.multiply(terms.binder(p), terms.whole(depth)), terms.whole(level));
            counters.put(rule.loops().get(level).counter().text(), terms.read(storage, place));
        }
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(iterations.size() - 1))));
        Context context = new Context(rule, nest, false, counters, comesLate);
        context.counterTerms.addAll(counters.values());
        return context;
    }

    /** The iterations of its rule that a loop runs through in this order, if it runs over a table of them. */
    public Optional<List<int[]>> listed(Nest nest) {
        return nest.ranges().size() == 1
                ? Optional.ofNullable(lists.get(nest.ranges().get(0).counter()))
                : Optional.empty();
    }

    /** Where an element stands in its storage. */
    public static Term position(Term read) {
        if (read.op() != Term.Op.READ) {
            throw new IllegalStateException("not a place: " + read);
        }
        return read.argument(0);
    }
}
