package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Group;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import dev.tandem.distributions.Categorical;
import dev.tandem.distributions.IntervalCensoring;
import dev.tandem.distributions.Round;
import dev.tandem.distributions.ScalarDistribution;
import dev.tandem.distributions.SumOfParents;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.language.BinaryOperator;
import dev.tandem.language.Expression;
import dev.tandem.language.Index;
import dev.tandem.language.Link;
import dev.tandem.language.SourceException;
import dev.tandem.language.Statement;
import dev.tandem.language.Truncation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Turns a checked graph into a program: which elements are unknown, how they are transformed, computed and weighed. */
public final class Lowering {
    private static final double[] OPEN = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};

    /** The largest value of a discrete unknown; one more stands for no end. */
    private static final double LARGEST = Support.UNBOUNDED_ABOVE - 1.0;

    /** Where less than this is within reach, nothing is. */
    private static final double UNREACHABLE = 1e-9;

    /** The iterations of a rule at which something is unknown. */
    private static final class Unknowns {
        final PackedArrays counters = new PackedArrays();
        final PackedArrays positions = new PackedArrays();
        boolean all = true;
    }

    private final Graph graph;
    private final Draft program;
    private final Terms terms;
    private final Storages storages;
    private final Laws laws;
    private final Monitor monitor;
    private final Summing summing;
    private final Map<Rule, Unknowns> unknowns = new HashMap<>();
    private final Set<Rule> absorbed = new HashSet<>();

    /** What is drawn forwards, by statement. */
    private final Map<Rule, Unknowns> forward = new LinkedHashMap<>();

    /** What observed sums determine, by the rules of what is determined. */
    private final Map<Rule, List<TiedSums.Tie>> ties = new LinkedHashMap<>();

    /** The same by the rules of the sums; of sums that need each other, one has the ties of all. */
    private final Map<Rule, List<TiedSums.Tie>> sums = new LinkedHashMap<>();

    /** The sums whose ties need each other in one long chain. */
    private final Set<Rule> chained = new HashSet<>();

    private TiedSteps tiedSteps;
    private Infinities infinities;

    /** Bounds that observed intervals put on the elements of a variable. */
    private final Map<Symbol, double[][]> intervals = new HashMap<>();

    /** What is left of each discrete unknown: its lowest and highest value, NaN where an element is none. */
    private final Map<Storage, double[]> lowest = new HashMap<>();

    private final Map<Storage, double[]> highest = new HashMap<>();
    private final Set<Storage> simplexes = new HashSet<>();

    /** The statements behind factors; two statements may have equal factors. */
    private final IdentityHashMap<Step, Rule> factorRules = new IdentityHashMap<>();

    /** Where the nodes of factors stand whose iterations are not those of their statements. */
    private final IdentityHashMap<Step, int[]> factorTargets = new IdentityHashMap<>();

    private final Map<Rule, List<Step.Computation>> transforms = new HashMap<>();
    private final Map<Rule, List<Step.Computation>> computes = new HashMap<>();
    private final Space.Builder space = Space.builder();
    private final Set<String> coordinateNames = new HashSet<>();
    private int dimension;
    private int siteCount;

    private Lowering(Graph graph, Monitor monitor, Summing summing) {
        this.graph = graph;
        this.monitor = monitor;
        this.summing = summing;
        program = new Draft(graph);
        terms = program.terms;
        storages = program.storages;
        laws = new Laws(terms, storages);
    }

    /**
     * The program of a graph.
     *
     * @throws SourceException where the model asks for something that cannot be compiled
     */
    public static Program lower(Graph graph, Monitor monitor, Summing summing) {
        try {
            return new Lowering(graph, monitor, summing).run();
        } catch (EvaluationException e) {
            throw new SourceException(List.of(graph.model().source().problem(e.span(), e.getMessage(), e.hint())));
        }
    }

    private Program run() {
        for (Rule rule : graph.rules()) {
            if (rule.stochastic()) {
                findUnknowns(rule);
            }
        }
        for (Rule rule : graph.rules()) {
            if (rule.stochastic()) {
                absorbInterval(rule);
                refuseBounds(rule);
            }
        }
        tieSums();
        if (summing.forward()) {
            takeForward();
        }
        spreadActivity();
        infinities = new Infinities(
                graph, symbol -> !symbol.constant() && storages.of(symbol).active());
        program.coordinates = storages.add(Storage.variable("q", new double[countCoordinates()]));
        program.coordinates.activate();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic()) {
                declareUnknowns(rule);
            }
        }
        for (Rule rule : graph.rules()) {
            if (!rule.stochastic() && !rule.constant() && rule.instances() > 0) {
                compute(rule);
            }
        }
        for (Rule rule : graph.rules()) {
            boolean computed = unknowns.containsKey(rule) && unknowns.get(rule).all && observable(rule);
            boolean drawn = forward.containsKey(rule) && forward.get(rule).all;
            if (rule.stochastic() && !absorbed.contains(rule) && !computed && !drawn && rule.instances() > 0) {
                factor(rule);
            }
        }
        if (tiedSteps != null) {
            tiedSteps.factors().forEach((factor, tie) -> {
                factorRules.put(factor, tie.rule());
                factorTargets.put(factor, tiedSteps.sums(factor));
                program.factors.add(factor);
            });
        }
        order();
        declareSites();
        report();
        program.space = space.build();
        return program.finish();
    }

    private String text(Rule rule) {
        String text = graph.model().source().text();
        var span = rule.relation().span();
        return text.substring(span.start(), span.end()).replaceAll("\\s+", " ");
    }

    // Unknowns

    private void findUnknowns(Rule rule) {
        Symbol symbol = graph.symbol(rule.targetName());
        Unknowns found = new Unknowns();
        ToIntFunction<int[]> single = graph.targetPosition(rule).orElse(counters -> -1);
        graph.forEach(rule, (counters, scope) -> {
            int one = single.applyAsInt(counters);
            if (one >= 0 && symbol.known(one)) {
                found.all = false;
                return;
            }
            if (one >= 0) {
                found.counters.add(counters);
                found.positions.add(one);
                return;
            }
            int[] positions = graph.positions(rule.target(), scope);
            int known = 0;
            for (int position : positions) {
                known += symbol.known(position) ? 1 : 0;
            }
            if (known == positions.length) {
                found.all = false;
            } else if (known == 0) {
                found.counters.add(counters);
                found.positions.add(positions);
            } else {
                throw new EvaluationException(
                        rule.target().span(),
                        symbol.element(positions[0]) + " and what belongs to it are observed only in part",
                        "a multivariate node must be observed wholly or not at all");
            }
        });
        if (!found.counters.isEmpty()) {
            unknowns.put(rule, found);
        }
    }

    private static Statement.Stochastic stochastic(Rule rule) {
        return (Statement.Stochastic) rule.relation();
    }

    /** What the catalogue says of the distribution of a rule. */
    private static Distribution row(Rule rule) {
        return stochastic(rule).distribution().distribution();
    }

    private static boolean discrete(Rule rule) {
        return row(rule).discreteValued();
    }

    /** Whether the parameters determine the value. */
    private static boolean observable(Rule rule) {
        return row(rule).kind() == Distribution.Kind.OBSERVABLE;
    }

    /**
     * An observed {@code dinterval} or {@code dround} of an unknown says that the unknown lies in an interval: it becomes
     * a bound on that unknown, which is the same density without a cliff in it.
     */
    private void absorbInterval(Rule rule) {
        boolean interval = row(rule).is(IntervalCensoring.class);
        if (!(interval || row(rule).is(Round.class)) || unknowns.containsKey(rule)) {
            return;
        }
        List<Expression> arguments = stochastic(rule).distribution().arguments();
        if (!(arguments.get(0) instanceof Expression.Reference latent)) {
            return;
        }
        Symbol symbol = graph.symbols().stream()
                .filter(s -> s.name().equals(latent.name().text()))
                .findFirst()
                .orElse(null);
        boolean unknown = symbol != null
                && unknowns.keySet().stream().anyMatch(r -> r.targetName().equals(symbol.name()) && !discrete(r));
        if (!unknown) {
            return;
        }
        Symbol observed = graph.symbol(rule.targetName());
        Map<Integer, double[]> found = new HashMap<>();
        try {
            graph.forEach(rule, (counters, scope) -> {
                int[] positions = graph.positions(latent, scope);
                double y = observed.values()[graph.positions(rule.target(), scope)[0]];
                double[] cuts =
                        graph.evaluator().evaluate(arguments.get(1), scope).toArray();
                double[] ends = interval ? between(cuts, (int) y) : rounded(cuts[0], y);
                double[] present = found.getOrDefault(positions[0], OPEN);
                found.put(positions[0], new double[] {Math.max(ends[0], present[0]), Math.min(ends[1], present[1])});
            });
        } catch (MissingValueException unknownCut) {
            return;
        }
        double[][] bounds = intervals.computeIfAbsent(symbol, s -> {
            double[][] open = new double[2][s.size()];
            Arrays.fill(open[0], OPEN[0]);
            Arrays.fill(open[1], OPEN[1]);
            return open;
        });
        found.forEach((position, ends) -> {
            bounds[0][position] = Math.max(bounds[0][position], ends[0]);
            bounds[1][position] = Math.min(bounds[1][position], ends[1]);
            double value = symbol.values()[position];
            boolean impossible = symbol.known(position)
                    ? value < ends[0] || value > ends[1]
                    : bounds[0][position] >= bounds[1][position];
            if (impossible) {
                throw new EvaluationException(
                        rule.target().span(),
                        "by this observation " + symbol.element(position) + " is "
                                + Numbers.range(ends[0], ends[1])
                                + ", which others rule out",
                        "two observations contradict each other, or an observation the value of its node");
            }
        });
        absorbed.add(rule);
    }

    private static double[] between(double[] cuts, int category) {
        return new double[] {
            category <= 0 ? OPEN[0] : cuts[Math.min(category, cuts.length) - 1],
            category >= cuts.length ? OPEN[1] : cuts[category]
        };
    }

    private static double[] rounded(double digits, double y) {
        double half = 0.5 * Math.pow(10, -digits);
        return new double[] {y - half, y + half};
    }

    private void refuseBounds(Rule rule) {
        if (observable(rule) && stochastic(rule).truncation().isPresent()) {
            throw new EvaluationException(
                    stochastic(rule).truncation().get().span(),
                    "bounds mean nothing here: the parameters of "
                            + stochastic(rule).distribution().written() + " determine its value",
                    "put the bounds on the parameters");
        }
    }

    /** Takes from the unknowns what observed sums determine. */
    private void tieSums() {
        List<Rule> observed = graph.rules().stream()
                .filter(rule -> rule.stochastic() && row(rule).is(SumOfParents.class) && !unknowns.containsKey(rule))
                .toList();
        if (observed.isEmpty()) {
            return;
        }
        Map<TiedSums.Place, Rule> singles = new HashMap<>();
        unknowns.forEach((other, found) -> {
            if (!observable(other)) {
                Symbol symbol = graph.symbol(other.targetName());
                found.positions.stream()
                        .filter(p -> p.length == 1)
                        .forEach(p -> singles.put(new TiedSums.Place(symbol, p[0]), other));
            }
        });
        TiedSums.Unknowns elements = new TiedSums.Unknowns() {
            @Override
            public boolean unknown(TiedSums.Place place) {
                return singles.containsKey(place);
            }

            @Override
            public boolean whole(TiedSums.Place place) {
                return discrete(singles.get(place));
            }
        };
        List<TiedSums.Tie> found = TiedSums.find(graph, observed, elements);
        found.forEach(tie -> ties.computeIfAbsent(singles.get(tie.computed()), r -> new ArrayList<>())
                .add(tie));
        Map<TiedSums.Place, TiedSteps.Limits> supports = new HashMap<>();
        ties.forEach((definer, own) -> takeFromUnknowns(definer, own, supports));
        sums.putAll(TiedSums.byStatement(found));
        found.forEach(tie -> absorbed.add(tie.rule()));
        tiedSteps = new TiedSteps(terms, storages, elements, supports, tie -> text(tie.rule()));
    }

    /** Takes what sums determine from the unknowns of its rule; notes the supports of what is discrete. */
    private void takeFromUnknowns(
            Rule definer, List<TiedSums.Tie> own, Map<TiedSums.Place, TiedSteps.Limits> supports) {
        Symbol symbol = graph.symbol(definer.targetName());
        Set<Integer> determined = new HashSet<>();
        own.forEach(tie -> determined.add(tie.computed().position()));
        Unknowns before = unknowns.get(definer);
        Unknowns free = new Unknowns();
        Unknowns taken = new Unknowns();
        free.all = false;
        for (int i = 0; i < before.counters.size(); i++) {
            Unknowns to = determined.contains(before.positions.first(i)) ? taken : free;
            to.counters.add(before.counters.get(i));
            to.positions.add(before.positions.get(i));
        }
        if (free.positions.isEmpty()) {
            unknowns.remove(definer);
        } else {
            unknowns.put(definer, free);
        }
        if (discrete(definer)) {
            Support[] found = supports(definer, taken);
            for (int i = 0; i < found.length; i++) {
                supports.put(new TiedSums.Place(symbol, taken.positions.first(i)), limits(found[i]));
            }
        }
        String sum =
                own.stream().map(tie -> text(tie.rule())).distinct().findFirst().orElseThrow();
        program.tied.add(new Program.Tied(symbol, storages.of(symbol), taken.positions.flat(), sum));
    }

    private static TiedSteps.Limits limits(Support support) {
        return new TiedSteps.Limits(
                support.lower() == Support.UNBOUNDED_BELOW ? Double.NEGATIVE_INFINITY : support.lower(),
                support.upper() == Support.UNBOUNDED_ABOVE ? Double.POSITIVE_INFINITY : support.upper());
    }

    /** Computes what sums determine, and weighs whether it can be. */
    private List<Step.Computation> tiedSteps(Rule rule) {
        TiedSteps.Made made = tiedSteps.of(sums.get(rule));
        if (made.recursive()) {
            chained.add(rule);
        }
        return made.steps();
    }

    /** An observable that is not observed is what its parameters make it. */
    private void computeObservable(Rule rule, Unknowns found) {
        Symbol symbol = graph.symbol(rule.targetName());
        Context context = found.all ? context(rule) : listed(rule, found.counters);
        LoweredArray target = context.expressions.lower(rule.target());
        List<LoweredArray> arguments = stochastic(rule).distribution().arguments().stream()
                .map(context.expressions::lower)
                .toList();
        List<Term> positions = new ArrayList<>();
        List<Nest.Range> ranges = new ArrayList<>(context.nest.ranges());
        for (Term extent : target.extents()) {
            Binder k = new Binder("k");
            positions.add(terms.binder(k));
            ranges.add(new Nest.Range(k, terms.whole(0), terms.subtract(extent, terms.whole(1))));
        }
        Term first = terms.real(
                arguments.get(0).isScalar()
                        ? arguments.get(0).single()
                        : arguments.get(0).at(positions));
        Term value;
        if (row(rule).is(IntervalCensoring.class)) {
            value = context.expressions.total(List.of(new LoweredArray(
                    arguments.get(1).extents(),
                    p -> terms.choice(">", first, arguments.get(1).at(p), terms.number(1), terms.number(0)))));
        } else if (row(rule).is(Round.class)) {
            value = terms.call(
                    Calls.plain(Round.class, "rounded", 2),
                    first,
                    arguments.get(1).single());
        } else {
            value = first;
            for (LoweredArray argument : arguments.subList(1, arguments.size())) {
                value = terms.add(value, argument.isScalar() ? argument.single() : argument.at(positions));
            }
        }
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                new Nest(ranges), storages.of(symbol), position(target.at(positions)), terms.real(value), text(rule)));
        transforms.put(rule, steps);
        noteJumps(rule, value);
    }

    /** Takes from the unknowns what nothing observed depends on. */
    private void takeForward() {
        Set<Rule> found = Forward.find(
                graph,
                unknowns::containsKey,
                rule -> unknowns.containsKey(rule) && unknowns.get(rule).all,
                this::drawable);
        for (Rule rule : found) {
            Unknowns own = unknowns.remove(rule);
            forward.put(rule, own);
            program.drawn.add(new Program.Drawn(graph.symbol(rule.targetName()), own.positions.flat()));
        }
    }

    /** Whether there is code that draws from the distribution of a statement. */
    private boolean drawable(Rule rule) {
        return !observable(rule)
                && stochastic(rule).truncation().isEmpty()
                && unknowns.get(rule).positions.get(0).length == 1
                && (row(rule).is(Categorical.class)
                        || row(rule).scalar().filter(d -> d.has("quantile")).isPresent());
    }

    /** Draws unknowns from their distribution: the quantile of a random number between 0 and 1. */
    private void drawForward(Rule rule, Unknowns found) {
        Symbol symbol = graph.symbol(rule.targetName());
        Context context = found.all ? context(rule) : listed(rule, found.counters);
        Term position = position(context.expressions.lower(rule.target()).single());
        Storage uniform = storages.variable("uniform", symbol.size());
        program.uniforms.add(uniform);
        Term u = terms.read(uniform, position);
        List<LoweredArray> arguments = stochastic(rule).distribution().arguments().stream()
                .map(context.expressions::lower)
                .toList();
        Term value;
        if (row(rule).is(Categorical.class)) {
            value = category(u, arguments.get(0));
        } else {
            ScalarDistribution d = row(rule).scalar().orElseThrow();
            List<Term> parts = new ArrayList<>(List.of(u));
            for (int i = 0; i < arguments.size(); i++) {
                parts.add(single(rule, d, i, arguments.get(i)));
            }
            value = terms.call(Calls.plain(d.owner(), "quantile", parts.size()), parts.toArray(new Term[0]));
        }
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                context.nest, storages.of(symbol), position, terms.real(value), text(rule) + ", drawn"));
        transforms.put(rule, steps);
    }

    /** The category that a number between 0 and 1 falls into: one more than the shares of the weights that it is beyond. */
    private Term category(Term u, LoweredArray weights) {
        if (weights.isScalar()) {
            return terms.number(1);
        }
        Term last = terms.subtract(weights.extents().get(0), terms.whole(1));
        Binder j = new Binder("j");
        Term total = terms.sum(j, terms.whole(0), last, weights.at(List.of(terms.binder(j))));
        Binder k = new Binder("k");
        Binder i = new Binder("k");
        Term below = terms.sum(i, terms.whole(0), terms.binder(k), weights.at(List.of(terms.binder(i))));
        Term beyond = terms.choice(">=", terms.multiply(u, total), below, terms.number(1), terms.number(0));
        return terms.add(terms.number(1), terms.sum(k, terms.whole(0), terms.subtract(last, terms.whole(1)), beyond));
    }

    /** A variable is active if it depends on a continuous unknown, discrete if on a discrete one. */
    private void spreadActivity() {
        Set<String> active = new LinkedHashSet<>();
        Set<String> jumping = new LinkedHashSet<>();
        unknowns.keySet().stream()
                .filter(rule -> !observable(rule))
                .forEach(rule -> (discrete(rule) ? jumping : active).add(rule.targetName()));
        ties.keySet().forEach(rule -> (discrete(rule) ? jumping : active).add(rule.targetName()));
        Map<Rule, Set<String>> targets = new HashMap<>();
        sums.forEach((rule, own) ->
                own.forEach(tie -> targets.computeIfAbsent(tie.rule(), r -> new LinkedHashSet<>(Set.of(r.targetName())))
                        .add(tie.computed().symbol().name())));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : graph.rules()) {
                if (rule.constant() || forward.containsKey(rule)) {
                    continue;
                }
                // Unknowns with bounds that depend on others depend on those too.
                Set<String> names = rule.stochastic() ? boundNames(rule) : rule.names();
                Set<String> own = targets.getOrDefault(rule, Set.of(rule.targetName()));
                for (String name : names) {
                    progress |= active.contains(name) && active.addAll(own);
                    progress |= jumping.contains(name) && jumping.addAll(own);
                }
            }
        }
        for (Symbol symbol : graph.symbols()) {
            if (active.contains(symbol.name()) && !symbol.constant()) {
                storages.of(symbol).activate();
            }
            if (jumping.contains(symbol.name()) && !symbol.constant()) {
                storages.of(symbol).dependOnDiscrete();
            }
        }
    }

    /** The names in the bounds of a rule's unknowns. */
    private Set<String> boundNames(Rule rule) {
        Set<String> names = new LinkedHashSet<>();
        if (forward.containsKey(rule)) {
            return rule.names();
        }
        if (absorbed.contains(rule) && row(rule).is(SumOfParents.class)) {
            return rule.names();
        }
        if (unknowns.containsKey(rule) && observable(rule)) {
            return rule.names();
        }
        if (!unknowns.containsKey(rule) || discrete(rule)) {
            return names;
        }
        stochastic(rule).truncation().ifPresent(t -> {
            t.lower().ifPresent(e -> names.addAll(Names.in(e)));
            t.upper().ifPresent(e -> names.addAll(Names.in(e)));
        });
        List<Expression> arguments = stochastic(rule).distribution().arguments();
        Values values = row(rule).values();
        values.lower().values().forEach(i -> names.addAll(Names.in(arguments.get(i))));
        values.upper().values().forEach(i -> names.addAll(Names.in(arguments.get(i))));
        return names;
    }

    private int countCoordinates() {
        int count = 0;
        for (Map.Entry<Rule, Unknowns> entry : unknowns.entrySet()) {
            if (!discrete(entry.getKey())) {
                for (int[] positions : entry.getValue().positions) {
                    count += positions.length;
                }
            }
        }
        return count;
    }

    private void declareUnknowns(Rule rule) {
        Unknowns found = unknowns.get(rule);
        if (sums.containsKey(rule)) {
            transforms.put(rule, tiedSteps(rule));
        }
        if (forward.containsKey(rule)) {
            drawForward(rule, forward.get(rule));
        }
        if (found == null) {
            return;
        }
        if (observable(rule)) {
            computeObservable(rule, found);
        } else if (discrete(rule)) {
            findSupports(rule, found);
        } else if (row(rule).form() == Distribution.Form.SINGLE) {
            freeScalars(rule, found);
        } else if (row(rule).values() == Values.Arrays.REALS) {
            freeReals(rule, found);
        } else {
            freeArrays(rule, found);
        }
    }

    private void findSupports(Rule rule, Unknowns found) {
        if (found.positions.get(0).length > 1) {
            throw new EvaluationException(
                    rule.target().span(),
                    rule.targetName() + " is not observed, and "
                            + stochastic(rule).distribution().written() + " can only be observed here",
                    row(rule).values() == Values.Arrays.COUNTS
                            ? "write it as a chain of dbin: x[1] ~ dbin(p[1], n), x[2] ~ dbin(p[2] / (1 - p[1]), n - x[1]), .."
                            : "give its values in the data");
        }
        Symbol symbol = graph.symbol(rule.targetName());
        Support[] supports = supports(rule, found);
        double[] low = lowest.computeIfAbsent(storages.of(symbol), Lowering::unknownEverywhere);
        double[] high = highest.computeIfAbsent(storages.of(symbol), Lowering::unknownEverywhere);
        for (int i = 0; i < supports.length; i++) {
            int position = found.positions.first(i);
            Support support = supports[i];
            low[position] = support.lower() == Support.UNBOUNDED_BELOW ? Double.NEGATIVE_INFINITY : support.lower();
            high[position] = support.upper() == Support.UNBOUNDED_ABOVE ? Double.POSITIVE_INFINITY : support.upper();
        }
    }

    private static double[] unknownEverywhere(Storage storage) {
        double[] values = new double[storage.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /** Declares the discrete unknowns of which what is observed leaves more than one value; the others are settled. */
    private void declareSites() {
        if (lowest.isEmpty()) {
            return;
        }
        Map<Storage, Symbol> symbols = new HashMap<>();
        List<Rule> rules = graph.rules().stream()
                .filter(rule -> unknowns.containsKey(rule) && rule.stochastic() && discrete(rule) && !observable(rule))
                .toList();
        rules.forEach(rule -> {
            Symbol symbol = graph.symbol(rule.targetName());
            symbols.put(storages.of(symbol), symbol);
        });
        symbols.forEach((storage, symbol) -> noteRanges(symbol, lowest.get(storage), highest.get(storage)));
        ExcludedValues.find(program.finish(), factorRules, factorTargets, symbols, simplexes, lowest, highest);
        // A density has something to sample.
        boolean keepAll = dimension == 0 && rules.stream().allMatch(this::settled);
        Set<Storage> summed = SumOut.run(program, lowest, highest, summing);
        rules.forEach(rule -> declareSites(rule, keepAll, summed));
    }

    /** Whether every unknown of a rule has one value alone. */
    private boolean settled(Rule rule) {
        Storage storage = storages.of(graph.symbol(rule.targetName()));
        double[] low = lowest.get(storage);
        double[] high = highest.get(storage);
        return Arrays.stream(unknowns.get(rule).positions.flat()).allMatch(position -> low[position] == high[position]);
    }

    private void declareSites(Rule rule, boolean keepAll, Set<Storage> summed) {
        Symbol symbol = graph.symbol(rule.targetName());
        Storage storage = storages.of(symbol);
        double[] low = lowest.get(storage);
        double[] high = highest.get(storage);
        double[] initial = storage.values();
        IntList open = new IntList();
        IntList settled = new IntList();
        List<Support> supports = new ArrayList<>();
        for (int position : unknowns.get(rule).positions.flat()) {
            // Where a chain stands before its start is chosen, as the cursor has it.
            initial[position] = low[position] != Double.NEGATIVE_INFINITY ? low[position] : Math.min(high[position], 0);
            if (low[position] == high[position] && !keepAll) {
                settled.add(position);
                continue;
            }
            if (summed.contains(storage)) {
                continue;
            }
            open.add(position);
            supports.add(support(low[position], high[position], supports));
        }
        if (settled.size() > 0) {
            program.settled.add(new Program.Settled(symbol, storage, settled.toArray()));
        }
        if (open.size() > 0) {
            int[] positions = open.toArray();
            space.site(distinct(sampledName(symbol, positions)), supports.toArray(new Support[0]), positions.length);
            program.sites.add(new Program.Sites(symbol, storage, siteCount, positions, positions));
            siteCount += positions.length;
        }
    }

    /** A support; that of the site before, if it is the same, so that a million sites do not have an object each. */
    private static Support support(double low, double high, List<Support> before) {
        Support support = support(low, high);
        Support last = before.isEmpty() ? null : before.get(before.size() - 1);
        return support.equals(last) ? last : support;
    }

    /** Ends that whole numbers of 32 bits do not reach are none. */
    private static Support support(double low, double high) {
        return new Support(
                low < -LARGEST ? Support.UNBOUNDED_BELOW : (int) low,
                high > LARGEST ? Support.UNBOUNDED_ABOVE : (int) high);
    }

    /** Notes the values of a discrete variable, the observed ones too. */
    private void noteRanges(Symbol symbol, double[] low, double[] high) {
        for (int i = 0; i < symbol.size(); i++) {
            if (symbol.known(i)) {
                program.ranges.set(storages.of(symbol), i, symbol.values()[i], symbol.values()[i]);
            } else if (!Double.isNaN(low[i])) {
                program.ranges.set(storages.of(symbol), i, low[i], high[i]);
            }
        }
    }

    private String distinct(String name) {
        String unique = name;
        for (int i = 2; !coordinateNames.add(unique); i++) {
            unique = name + "#" + i;
        }
        return unique;
    }

    private Support[] supports(Rule rule, Unknowns found) {
        Statement.Stochastic relation = stochastic(rule);
        List<Expression> arguments = relation.distribution().arguments();
        Support[] supports = new Support[found.counters.size()];
        boolean same = sameSupport(rule);
        int[] wanted = {0};
        graph.forEach(rule, (counters, scope) -> {
            if (wanted[0] < supports.length && found.counters.equals(wanted[0], counters)) {
                supports[wanted[0]] = same && wanted[0] > 0 ? supports[0] : support(rule, relation, arguments, scope);
                wanted[0]++;
            }
        });
        return supports;
    }

    /** Whether all sites of a rule surely have the same support, so that it is found once. */
    private boolean sameSupport(Rule rule) {
        if (stochastic(rule).truncation().isPresent()) {
            return false;
        }
        Values values = row(rule).values();
        List<Expression> arguments = stochastic(rule).distribution().arguments();
        boolean fixed = Stream.of(values.lower(), values.upper())
                .allMatch(bound ->
                        bound.values().isEmpty() && bound.sizes().stream().allMatch(i -> isWhole(arguments.get(i))));
        // Whether an endless count stays within reach has to be asked of each whose parameters are known.
        return fixed && (!endless(rule) || arguments.stream().anyMatch(e -> readsUnknown(rule, e)));
    }

    /** Whether the values of a rule have no end. */
    private static boolean endless(Rule rule) {
        return row(rule).values().upper().equals(Bound.openAbove());
    }

    /** Whether an argument is a whole variable, the same in every iteration. */
    private static boolean isWhole(Expression argument) {
        return argument instanceof Expression.Reference reference
                && reference.indices().stream().allMatch(index -> index instanceof Index.All);
    }

    private Support support(Rule rule, Statement.Stochastic relation, List<Expression> arguments, Scope scope) {
        Values values = row(rule).values();
        if (!values.whole()) {
            values.lower().values().forEach(i -> refuseFraction(relation, arguments.get(i), scope));
        }
        Bound.Known known = new Bound.Known() {
            @Override
            public double least(int i) {
                return graph.interval(arguments.get(i), scope).low();
            }

            @Override
            public double greatest(int i) {
                return graph.interval(arguments.get(i), scope).high();
            }

            @Override
            public double size(int i) {
                return length(arguments.get(i), scope);
            }
        };
        double low = Math.ceil(values.lower().least(known));
        double high = Math.floor(values.upper().greatest(known));
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            double least =
                    truncation.lower().map(e -> graph.interval(e, scope).low()).orElse(low);
            double most = truncation.upper().map(e -> upper(e, scope)).orElse(high);
            low = Math.max(low, Math.ceil(least));
            // A count without end reaches no end that is so far away.
            high = most > LARGEST && endless(rule) ? high : Math.min(high, most);
        }
        if (low > high) {
            throw new EvaluationException(
                    rule.target().span(),
                    "no value is possible between " + Numbers.show(low) + " and " + Numbers.show(high),
                    "are the bounds of T(,) in order, and within reach of the distribution?");
        }
        refuseLarge(rule, scope, low, high);
        return support(low, high);
    }

    /** Refuses a discrete unknown whose values do not fit into 32 bits. */
    private void refuseLarge(Rule rule, Scope scope, double low, double high) {
        double end = low > LARGEST ? low : high < Double.POSITIVE_INFINITY ? high : 0;
        boolean below = low > Double.NEGATIVE_INFINITY && low < -LARGEST;
        if (end > LARGEST || below) {
            throw tooLarge(rule, scope, "may be " + Numbers.show(below ? low : end));
        }
        if (high == Double.POSITIVE_INFINITY && endless(rule)) {
            ScalarDistribution d = row(rule).scalar().orElseThrow();
            List<Expression> arguments = stochastic(rule).distribution().arguments();
            double[] at = new double[arguments.size() + 1];
            at[0] = LARGEST;
            try {
                for (int i = 0; i < arguments.size(); i++) {
                    at[i + 1] = graph.evaluator().scalar(arguments.get(i), scope);
                }
            } catch (MissingValueException unknownParameter) {
                return;
            }
            if (Calls.plain(d.owner(), "cumulative", at.length).apply(at) < UNREACHABLE) {
                throw tooLarge(rule, scope, "is larger than 32 bits hold");
            }
        }
    }

    private EvaluationException tooLarge(Rule rule, Scope scope, String what) {
        Symbol symbol = graph.symbol(rule.targetName());
        String element = symbol.element(graph.positions(rule.target(), scope)[0]);
        return beyond(rule, element, what);
    }

    /** The complaint about a discrete unknown whose values do not fit into 32 bits. */
    static EvaluationException beyond(Rule rule, String element, String what) {
        return new EvaluationException(
                rule.target().span(),
                element + " is not observed and " + what + ", but discrete unknowns go up to " + Numbers.show(LARGEST),
                "count in thousands, or take a continuous distribution: dnorm is as good for so large a count");
    }

    /** Refuses a value to pick that is not a whole number, where it is not observed which was picked. */
    private void refuseFraction(Statement.Stochastic relation, Expression picked, Scope scope) {
        Interval interval;
        try {
            // One element of data may be whole where others are not.
            double value = graph.evaluator().scalar(picked, scope);
            interval = Interval.between(value, value);
            if (value == Math.rint(value)) {
                return;
            }
        } catch (MissingValueException unknown) {
            interval = graph.interval(picked, scope);
            if (interval.whole()) {
                return;
            }
        }
        throw new EvaluationException(
                picked.span(),
                "where " + relation.distribution().written()
                        + " is not observed its values must be whole numbers, and this may be "
                        + (interval.low() == interval.high()
                                ? Numbers.show(interval.low())
                                : Numbers.range(interval.low(), interval.high())),
                "write k ~ dbern(p) and x <- ifelse(k == 1, a, b) instead of x ~ dpick(p, a, b)");
    }

    private double upper(Expression expression, Scope scope) {
        return Math.floor(graph.interval(expression, scope).high());
    }

    private int length(Expression expression, Scope scope) {
        return graph.length(expression, scope);
    }

    // Transforms

    private int claim(int count) {
        int first = dimension;
        dimension += count;
        return first;
    }

    private void freeScalars(Rule rule, Unknowns found) {
        Statement.Stochastic relation = stochastic(rule);
        Symbol symbol = graph.symbol(rule.targetName());
        Context context = found.all ? context(rule) : listed(rule, found.counters);
        Term place;
        if (found.all && context.nest.ranges().isEmpty()) {
            place = terms.whole(0);
        } else if (found.all && context.nest.ranges().size() == 1 && context.plain) {
            Nest.Range range = context.nest.ranges().get(0);
            place = terms.subtract(terms.binder(range.counter()), range.first());
        } else {
            context = listed(rule, found.counters);
            place = terms.binder(context.nest.ranges().get(0).counter());
        }
        int first = claim(found.counters.size());
        int[] positions = found.positions.flat();
        program.freeScalars.add(new Program.FreeScalars(symbol, storages.of(symbol), first, positions, positions));
        Expressions expressions = context.expressions;
        Term free = terms.read(program.coordinates, terms.add(place, terms.whole(first)));
        Term position = position(expressions.lower(rule.target()).single());
        Term[] bounds = bounds(rule, relation, expressions, symbol, position);
        Transformed transformed = transform(free, bounds[0], bounds[1]);
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                context.nest, storages.of(symbol), position, transformed.value(), "the unknown " + symbol.name()));
        transforms.put(rule, steps);
        if (!transformed.logJacobian().isNumber(0)) {
            program.factors.add(
                    new Step.Factor(context.nest, transformed.logJacobian(), "log Jacobian of " + symbol.name()));
        }
        boolean real = bounds[0] == null && bounds[1] == null;
        String name = real ? sampledName(symbol, flat(found)) : "free(" + symbol.name() + ")";
        coordinate(name, found.counters.size(), symbol.scalar());
    }

    /** What is sampled has the name of what is reported only if their elements are the same. */
    private static String sampledName(Symbol symbol, int[] positions) {
        boolean same = positions.length == symbol.size() && symbol.dims().length == 1;
        for (int i = 0; same && i < positions.length; i++) {
            same = positions[i] == i;
        }
        return same ? symbol.name() : "unknown(" + symbol.name() + ")";
    }

    private static int[] flat(Unknowns found) {
        return found.positions.flat();
    }

    private void coordinate(String name, int count, boolean scalar) {
        if (scalar) {
            space.coordinate(distinct(name));
        } else {
            space.coordinate(distinct(name), count);
        }
    }

    private static Term position(Term read) {
        if (read.op() != Term.Op.READ) {
            throw new IllegalStateException("not a place: " + read);
        }
        return read.argument(0);
    }

    private record Transformed(Term value, Term logJacobian) {}

    /** The lower and upper bound of an unknown, null where there is none. */
    private Term[] bounds(
            Rule rule, Statement.Stochastic relation, Expressions expressions, Symbol symbol, Term position) {
        List<Expression> arguments = relation.distribution().arguments();
        Term lower = end(row(rule).values().lower(), arguments, expressions);
        Term upper = end(row(rule).values().upper(), arguments, expressions);
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            lower = greater(lower, truncation.lower().map(expressions::scalar).orElse(null));
            upper = less(upper, truncation.upper().map(expressions::scalar).orElse(null));
        }
        double[][] interval = intervals.get(symbol);
        if (interval != null) {
            String name = symbol.name();
            Storage low = storages.add(Storage.constant(storages.safe(name + "_low"), interval[0]));
            Storage high = storages.add(Storage.constant(storages.safe(name + "_high"), interval[1]));
            lower = greater(lower, terms.read(low, position));
            upper = less(upper, terms.read(high, position));
        }
        return new Term[] {lower, upper};
    }

    /** An end of the values of a continuous distribution; null where there is none. */
    private Term end(Bound bound, List<Expression> arguments, Expressions expressions) {
        if (bound instanceof Bound.Fixed fixed) {
            return Double.isInfinite(fixed.value()) ? null : terms.number(fixed.value());
        }
        if (bound instanceof Bound.Value value) {
            return terms.real(expressions.scalar(arguments.get(value.parameter())));
        }
        throw new IllegalStateException("the end of what a continuous distribution gives is a number or a parameter");
    }

    private Term greater(Term a, Term b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? null : terms.real(b)) : a;
        }
        Term x = terms.real(b);
        if (a.op() == Term.Op.NUMBER && x.op() == Term.Op.NUMBER) {
            return a.constant() >= x.constant() ? a : x;
        }
        return terms.choice(">=", a, x, a, x);
    }

    private Term less(Term a, Term b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? null : terms.real(b)) : a;
        }
        Term x = terms.real(b);
        if (a.op() == Term.Op.NUMBER && x.op() == Term.Op.NUMBER) {
            return a.constant() <= x.constant() ? a : x;
        }
        return terms.choice("<=", a, x, a, x);
    }

    private Transformed transform(Term q, Term lower, Term upper) {
        boolean mixed = infinite(lower) || infinite(upper);
        if (mixed) {
            Term low = lower == null ? terms.number(Double.NEGATIVE_INFINITY) : lower;
            Term high = upper == null ? terms.number(Double.POSITIVE_INFINITY) : upper;
            return new Transformed(
                    terms.call(bound("value"), q, low, high), terms.call(bound("logJacobian"), q, low, high));
        }
        if (lower == null && upper == null) {
            return new Transformed(q, terms.number(0));
        }
        if (upper == null) {
            return new Transformed(terms.add(lower, terms.call(Calls.EXP, q)), q);
        }
        if (lower == null) {
            return new Transformed(terms.subtract(upper, terms.call(Calls.EXP, q)), q);
        }
        Term width = terms.subtract(upper, lower);
        Term share = terms.call(Calls.of(Functions.ILOGIT), q);
        Term jacobian = terms.call(
                Calls.ruled(
                        Bounds.class,
                        "logJacobianOfLogit",
                        Calls.sameArguments(Bounds.class, "logJacobianOfLogitBy", 1)),
                q);
        return new Transformed(
                terms.add(lower, terms.multiply(width, share)), terms.add(terms.call(Calls.LOG, width), jacobian));
    }

    /** Whether a bound may be infinite at some elements only. */
    private static boolean infinite(Term bound) {
        if (bound == null) {
            return false;
        }
        for (Term read : bound.reads()) {
            if (read.storage().constant() && !read.storage().isTable()) {
                for (double value : read.storage().values()) {
                    if (Double.isInfinite(value)) {
                        return true;
                    }
                }
            }
        }
        return bound.op() == Term.Op.NUMBER && Double.isInfinite(bound.constant());
    }

    private static Calls.Function bound(String method) {
        return Calls.ruled(
                Bounds.class,
                method,
                Calls.sameArguments(Bounds.class, method + "By", 3),
                Calls.sameArguments(Bounds.class, method + "ByLower", 3),
                Calls.sameArguments(Bounds.class, method + "ByUpper", 3));
    }

    /** Vectors of unconstrained reals. */
    private void freeReals(Rule rule, Unknowns found) {
        Symbol symbol = graph.symbol(rule.targetName());
        int[] positions = flat(found);
        int first = claim(positions.length);
        program.freeScalars.add(new Program.FreeScalars(symbol, storages.of(symbol), first, positions, positions));
        Binder p = new Binder("p");
        Term counter = terms.binder(p);
        boolean inOrder = true;
        for (int i = 0; i < positions.length; i++) {
            inOrder &= positions[i] == positions[0] + i;
        }
        Term position = inOrder
                ? terms.add(counter, terms.whole(positions[0]))
                : terms.read(storages.table(symbol.name() + "_at", positions), counter);
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(positions.length - 1))));
        transforms.put(
                rule,
                List.of(new Step.Compute(
                        nest,
                        storages.of(symbol),
                        position,
                        terms.read(program.coordinates, terms.add(counter, terms.whole(first))),
                        "the unknown " + symbol.name())));
        coordinate(sampledName(symbol, positions), positions.length, false);
    }

    /** Simplexes and matrices. */
    private void freeArrays(Rule rule, Unknowns found) {
        Symbol symbol = graph.symbol(rule.targetName());
        List<Expression> arguments = stochastic(rule).distribution().arguments();
        int[] next = {0};
        int total = dimension;
        List<FreeShape> made = new ArrayList<>();
        graph.forEach(rule, (counters, scope) -> {
            if (next[0] < found.counters.size() && found.counters.equals(next[0], counters)) {
                int size = found.positions.get(next[0]).length;
                made.add(
                        switch ((Values.Arrays) row(rule).values()) {
                            case SIMPLEX -> {
                                simplexes.add(storages.of(symbol));
                                yield simplex(arguments.get(0), size, scope);
                            }
                            case POSITIVE_DEFINITE -> {
                                int side = (int) Math.round(Math.sqrt(size));
                                if (side * side != size) {
                                    throw new EvaluationException(
                                            rule.target().span(),
                                            "this must be a square matrix",
                                            "write both ranges on the left, as in Omega[1:3,1:3]");
                                }
                                yield new FreeShape.PositiveDefinite(side);
                            }
                            default ->
                                throw new EvaluationException(
                                        rule.target().span(),
                                        rule.targetName() + " is not observed, and "
                                                + stochastic(rule)
                                                        .distribution()
                                                        .written()
                                                + " can only be observed here",
                                        "give its values in the data");
                        });
                next[0]++;
            }
        });
        for (int i = 0; i < made.size(); i++) {
            int size = made.get(i).get().freeSize();
            program.freeArrays.add(new Program.FreeArray(
                    symbol, made.get(i), claim(size), storages.of(symbol), found.positions.get(i)));
        }
        coordinate("free(" + symbol.name() + ")", dimension - total, false);
    }

    private FreeShape simplex(Expression alpha, int size, Scope scope) {
        try {
            double[] values = Concentrations.known(graph, alpha, scope);
            boolean[] positive = new boolean[values.length];
            boolean zeros = false;
            for (int i = 0; i < values.length; i++) {
                positive[i] = !(values[i] <= 0);
                zeros |= !positive[i];
            }
            if (zeros && values.length == size) {
                return new FreeShape.Simplex(positive);
            }
        } catch (MissingValueException unknownAlpha) {
            // An alpha that is not known is taken to be positive.
        }
        boolean[] positive = new boolean[size];
        Arrays.fill(positive, true);
        return new FreeShape.Simplex(positive);
    }

    // Contexts

    /** The loops of a rule with its expressions; steps are array calls that must run before. */
    private final class Context {
        final Rule rule;
        final Nest nest;
        final boolean plain;
        final Expressions expressions;
        final List<Step.Computation> steps = new ArrayList<>();

        Context(Rule rule, Nest nest, boolean plain, Map<String, Term> counters) {
            this.rule = rule;
            this.nest = nest;
            this.plain = plain;
            expressions = new Expressions(graph, terms, storages, infinities, this::materialise);
            counters.forEach(expressions::bind);
        }

        /** Keeps the result of an array call for every iteration. */
        private LoweredArray materialise(Expression expression, String function, List<LoweredArray> arguments) {
            int[][] dims = new int[arguments.size()][];
            for (int i = 0; i < dims.length; i++) {
                dims[i] = fixed(expression, arguments.get(i));
            }
            boolean law = function.startsWith("logdensity.");
            int[] result;
            try {
                result = law
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
            boolean smooth =
                    kept.stream().anyMatch(argument -> argument.element().active());
            boolean active =
                    smooth && (law || Functions.array(function).orElseThrow().differentiable());
            if (active) {
                target.activate();
            } else if (smooth) {
                noteJump(rule);
            }
            if (kept.stream().anyMatch(argument -> argument.element().discrete())) {
                target.dependOnDiscrete();
            }
            int call = program.calls.size();
            program.calls.add(callOf(law ? "d" + function.substring(11) : function, law, dims, size));
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

        final List<Term> counterTerms = new ArrayList<>();
    }

    private static Program.ArrayCall callOf(String name, boolean law, int[][] dims, int resultSize) {
        int[] sizes = Arrays.stream(dims)
                .mapToInt(d -> Arrays.stream(d).reduce(1, Math::multiplyExact))
                .toArray();
        return new Program.ArrayCall(name, law, List.of(dims), sizes, resultSize);
    }

    /** The extents of an array that must be the same in every iteration. */
    private static int[] fixed(Expression expression, LoweredArray array) {
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

    /** All iterations of a rule, its loops kept. */
    private Context context(Rule rule) {
        if (rule.fragile()) {
            return listed(rule, allCounters(rule));
        }
        Map<String, Term> counters = new LinkedHashMap<>();
        List<Nest.Range> ranges = new ArrayList<>();
        Expressions expressions = new Expressions(graph, terms, storages, infinities, (e, f, a) -> {
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
                if (readsUnknown(rule, range)) {
                    return listed(rule, allCounters(rule));
                }
                ranges.add(new Nest.Range(binder, expressions.whole(range.left()), expressions.whole(range.right())));
                counter = terms.binder(binder);
            } else {
                int[] values = fixedRange(rule, loop);
                if (values == null) {
                    return listed(rule, allCounters(rule));
                }
                plain = false;
                Storage table = storages.table(loop.counter().text() + "_in", values);
                ranges.add(new Nest.Range(binder, terms.whole(0), terms.whole(values.length - 1)));
                counter = terms.read(table, terms.binder(binder));
            }
            counters.put(loop.counter().text(), counter);
            expressions.bind(loop.counter().text(), counter);
        }
        Context context = new Context(rule, new Nest(ranges), plain, counters);
        context.counterTerms.addAll(counters.values());
        return context;
    }

    /** Whether a range reads known elements of a variable of which others are not known. */
    private boolean readsUnknown(Rule rule, Expression range) {
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

    /** Some iterations of a rule, from a table of their counters. */
    private Context listed(Rule rule, List<int[]> iterations) {
        int depth = rule.loops().size();
        int[] table = new int[iterations.size() * depth];
        for (int i = 0; i < iterations.size(); i++) {
            System.arraycopy(iterations.get(i), 0, table, i * depth, depth);
        }
        Storage storage = storages.table(rule.targetName() + "_where", table);
        Binder p = new Binder("p");
        Map<String, Term> counters = new LinkedHashMap<>();
        for (int level = 0; level < depth; level++) {
            Term place = terms.add(terms.multiply(terms.binder(p), terms.whole(depth)), terms.whole(level));
            counters.put(rule.loops().get(level).counter().text(), terms.read(storage, place));
        }
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(iterations.size() - 1))));
        Context context = new Context(rule, nest, false, counters);
        context.counterTerms.addAll(counters.values());
        return context;
    }

    // Computed nodes

    private void compute(Rule rule) {
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        Context context = context(rule);
        LoweredArray target = context.expressions.lower(rule.target());
        LoweredArray value = context.expressions.lower(relation.value());
        Symbol symbol = graph.symbol(rule.targetName());
        if (value.extents().size() != target.extents().size()) {
            throw new EvaluationException(
                    rule.target().span(),
                    "the left side is " + Expressions.describe(target) + ", the right side "
                            + Expressions.describe(value),
                    "both sides must have the same number of elements");
        }
        for (int d = 0; d < value.extents().size(); d++) {
            Term m = target.extents().get(d);
            Term n = value.extents().get(d);
            if (m.op() == Term.Op.WHOLE && n.op() == Term.Op.WHOLE && m != n) {
                throw new EvaluationException(
                        rule.target().span(),
                        "the left side is " + Expressions.describe(target) + ", the right side "
                                + Expressions.describe(value),
                        "both sides must have the same number of elements");
            }
        }
        List<Nest.Range> ranges = new ArrayList<>(context.nest.ranges());
        List<Term> positions = new ArrayList<>();
        for (Term extent : target.extents()) {
            Binder k = new Binder("e");
            positions.add(terms.binder(k));
            ranges.add(new Nest.Range(k, terms.whole(0), terms.subtract(extent, terms.whole(1))));
        }
        Term result = terms.real(value.isScalar() ? value.single() : value.at(positions));
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        Nest nest = new Nest(ranges);
        Term position = position(target.at(positions));
        Optional<Storage> linked = relation.link().flatMap(link -> linked(symbol, link));
        if (linked.isPresent()) {
            steps.add(new Step.Compute(nest, linked.get(), position, result, text(rule)));
            result = terms.read(linked.get(), position);
        }
        steps.add(new Step.Compute(nest, storages.of(symbol), position, inverse(relation.link(), result), text(rule)));
        computes.put(rule, steps);
        noteJumps(rule, result);
    }

    /**
     * Storage for the linear predictor of a variable that has the same link throughout, constants aside: the densities
     * of counts are exact in it where the probability itself would round to 0 or 1.
     */
    private Optional<Storage> linked(Symbol symbol, Link link) {
        for (double value : storages.of(symbol).values()) {
            double[] known = {value};
            if (!Double.isNaN(value)
                    && !Double.isFinite(Calls.of(link.function()).apply(known))) {
                return Optional.empty();
            }
        }
        for (Rule rule : graph.rules()) {
            if (rule.targetName().equals(symbol.name())
                    && !rule.constant()
                    && !(!rule.names().contains(symbol.name())
                            && rule.relation() instanceof Statement.Deterministic d
                            && d.link().equals(Optional.of(link)))) {
                return Optional.empty();
            }
        }
        return Optional.of(storages.predictor(storages.of(symbol), link));
    }

    private Term inverse(Optional<Link> link, Term value) {
        return link.isEmpty() ? value : terms.call(Calls.of(link.get().inverse()), value);
    }

    /** Says where the density jumps in a continuous unknown: the gradient does not see it. */
    private void noteJumps(Rule rule, Term term) {
        if (jumps(term)) {
            noteJump(rule);
        }
    }

    private void noteJump(Rule rule) {
        String note = rule.relation().span() + ": " + rule.targetName()
                + " jumps where a continuous unknown crosses a value (step, equals, ifelse, a comparison, round, trunc, "
                + "rank or order); the gradient does not see the jump";
        if (!program.notes.contains(note)) {
            program.notes.add(note);
        }
    }

    /** Without recursion, since a term may be as deep as an expression is long. */
    private static boolean jumps(Term whole) {
        Set<Term> seen = new HashSet<>();
        Deque<Term> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Term term = open.pop();
            boolean here = switch (term.op()) {
                case CHOICE -> (term.argument(0).active() || term.argument(1).active()) && !minimum(term);
                case TO_INT -> term.argument(0).active();
                case CALL -> term.arguments().stream().anyMatch(Term::active) && !term.active();
                default -> false;
            };
            if (here) {
                return true;
            }
            // The value of a given term is called without derivatives because they are given beside it.
            if (term.op() != Term.Op.GIVEN) {
                term.arguments().stream().filter(seen::add).forEach(open::push);
            }
        }
        return false;
    }

    /** The smaller or larger of two is continuous. */
    private static boolean minimum(Term choice) {
        return choice.argument(0) == choice.argument(2) && choice.argument(1) == choice.argument(3);
    }

    // Factors

    private void factor(Rule rule) {
        Statement.Stochastic relation = stochastic(rule);
        Unknowns drawn = forward.get(rule);
        Context context = drawn == null ? context(rule) : listed(rule, others(rule, drawn));
        Expressions expressions = context.expressions;
        LoweredArray target = expressions.lower(rule.target());
        if (drawn != null) {
            // What is drawn is written to the variable; the density reads what was observed.
            Symbol symbol = graph.symbol(rule.targetName());
            Storage observed =
                    storages.add(Storage.constant(storages.safe(symbol.name() + "_observed"), symbol.values()));
            target = LoweredArray.scalar(terms.read(observed, position(target.single())));
        }
        List<LoweredArray> arguments = relation.distribution().arguments().stream()
                .map(expressions::lower)
                .toList();
        Term value;
        if (row(rule).is(Categorical.class) && target.isScalar()) {
            value = categorical(
                    target.single(),
                    arguments.get(0),
                    relation.distribution().arguments().get(0));
        } else if (row(rule).scalar().isPresent() && target.isScalar()) {
            value = scalarFactor(rule, relation, expressions, target, arguments);
        } else {
            arrayFactor(rule, context, target, arguments);
            return;
        }
        if (!context.steps.isEmpty()) {
            computes.computeIfAbsent(rule, r -> new ArrayList<>()).addAll(context.steps);
        }
        noteJumps(rule, value);
        Step.Factor factor = new Step.Factor(context.nest, terms.real(value), text(rule));
        factorRules.put(factor, rule);
        program.factors.add(factor);
    }

    /** A parameter that is a single number. */
    private Term single(Rule rule, ScalarDistribution d, int i, LoweredArray argument) {
        if (!argument.isScalar()) {
            throw new EvaluationException(
                    stochastic(rule).distribution().arguments().get(i).span(),
                    "the parameter " + d.parameters().get(i) + " of "
                            + stochastic(rule).distribution().written() + " must be a single number, not "
                            + Expressions.describe(argument),
                    "give it an index");
        }
        return terms.real(argument.single());
    }

    /** The iterations of a statement that are not among those found. */
    private List<int[]> others(Rule rule, Unknowns found) {
        List<int[]> others = new ArrayList<>();
        int[] next = {0};
        graph.forEach(rule, (counters, scope) -> {
            if (next[0] < found.counters.size() && found.counters.equals(next[0], counters)) {
                next[0]++;
            } else {
                others.add(counters.clone());
            }
        });
        return others;
    }

    private Term scalarFactor(
            Rule rule,
            Statement.Stochastic relation,
            Expressions expressions,
            LoweredArray target,
            List<LoweredArray> arguments) {
        ScalarDistribution d = row(rule).scalar().orElseThrow();
        List<Term> p = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            p.add(single(rule, d, i, arguments.get(i)));
        }
        Term x = terms.real(target.single());
        Unknowns found = unknowns.get(rule);
        boolean kept = found != null && found.all && !discrete(rule);
        Term density = laws.logDensity(d, x, p, kept);
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            Term lower =
                    truncation.lower().map(expressions::scalar).map(terms::real).orElse(null);
            Term upper =
                    truncation.upper().map(expressions::scalar).map(terms::real).orElse(null);
            if (truncation.kind() == Truncation.Kind.TRUNCATION) {
                density = terms.subtract(density, laws.logProbability(d, p, lower, upper));
            } else if (p.stream().anyMatch(t -> t.active() || t.discrete())) {
                throw new EvaluationException(
                        truncation.span(),
                        "I(,) may stand only where the parameters are known",
                        "for a truncated distribution write T(,); for censoring use dinterval");
            }
            if (!kept) {
                Term impossible = terms.number(Double.NEGATIVE_INFINITY);
                if (lower != null) {
                    density = terms.choice(">=", x, lower, density, impossible);
                }
                if (upper != null) {
                    density = terms.choice("<=", x, upper, density, impossible);
                }
            }
        }
        return density;
    }

    private Term categorical(Term x, LoweredArray weights, Expression expression) {
        if (weights.extents().size() > 1) {
            throw new EvaluationException(
                    expression.span(),
                    "dcat takes a vector, not " + Expressions.describe(weights),
                    "take one row of it, as in p[i,]");
        }
        if (weights.isScalar()) {
            return terms.number(0);
        }
        Term chosen = weights.at(List.of(terms.subtract(terms.integer(x), terms.whole(1))));
        Term density = storages.predictorOf(chosen, Link.LOG, terms).orElseGet(() -> terms.call(Calls.LOG, chosen));
        if (!sumsToOne(expression)) {
            Binder k = new Binder("k");
            Term total = terms.sum(
                    k,
                    terms.whole(0),
                    terms.subtract(weights.extents().get(0), terms.whole(1)),
                    weights.at(List.of(terms.binder(k))));
            density = terms.subtract(density, terms.call(Calls.LOG, total));
        }
        return density;
    }

    /** Whether an argument is a whole simplex, an unknown with a Dirichlet prior: its sum need not be computed. */
    private boolean sumsToOne(Expression expression) {
        return expression instanceof Expression.Reference reference && graph.isSimplex(reference, unknowns.keySet());
    }

    private void arrayFactor(Rule rule, Context context, LoweredArray target, List<LoweredArray> arguments) {
        Distribution row = row(rule);
        List<LoweredArray> all = new ArrayList<>();
        all.add(target);
        all.addAll(arguments);
        int[][] dims = new int[all.size()][];
        for (int i = 0; i < dims.length; i++) {
            Expression where = i == 0
                    ? rule.target()
                    : stochastic(rule).distribution().arguments().get(i - 1);
            dims[i] = fixed(where, all.get(i));
        }
        String complaint = row.array().orElseThrow().complaint(dims);
        if (!complaint.isEmpty()) {
            throw new EvaluationException(rule.relation().span(), complaint, "it is " + row.signature());
        }
        if (!context.steps.isEmpty()) {
            computes.computeIfAbsent(rule, r -> new ArrayList<>()).addAll(context.steps);
        }
        int call = program.calls.size();
        program.calls.add(callOf(row.name(), true, dims, 1));
        List<ArrayTerm> kept = all.stream().map(array -> array.keep(terms)).toList();
        program.factors.add(new Step.ArrayFactor(context.nest, call, row.name(), kept, text(rule)));
    }

    // Order and report

    private void order() {
        Map<Rule, Set<String>> needs = new HashMap<>();
        for (Rule rule : graph.rules()) {
            boolean free = rule.stochastic() && transforms.containsKey(rule);
            if (free) {
                needs.put(rule, boundNames(rule));
            } else if (computes.containsKey(rule) && !rule.stochastic()) {
                needs.put(rule, rule.names());
            }
        }
        // What needs an element that a sum determines needs the sum.
        needs.replaceAll((rule, names) -> {
            Set<String> all = new LinkedHashSet<>(names);
            sums.getOrDefault(rule, List.of())
                    .forEach(tie -> all.addAll(tie.rule().names()));
            sums.forEach((sum, found) -> {
                if (sum != rule && needsAny(rule, all, found)) {
                    all.add(sum.targetName());
                }
            });
            return all;
        });
        for (Group group : graph.order(needs::containsKey, needs::get)) {
            List<Step.Computation> steps = new ArrayList<>();
            for (Rule rule : group.rules()) {
                steps.addAll(rule.stochastic() ? transforms.get(rule) : computes.get(rule));
            }
            if (!group.explicit()) {
                boolean recursive =
                        group.recursive() || chained.contains(group.rules().get(0));
                program.blocks.add(recursive ? Program.Block.inTurn(steps) : Program.Block.plain(steps));
                continue;
            }
            program.blocks.add(explicit(group));
        }
        // Array calls inside the arguments of distributions come last: nothing but factors needs them.
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && computes.containsKey(rule)) {
                program.blocks.add(Program.Block.plain(computes.get(rule)));
            }
        }
    }

    /** Whether a rule needs an element that ties determine, as far as is known before sampling. */
    private boolean needsAny(Rule rule, Set<String> names, List<TiedSums.Tie> found) {
        Set<TiedSums.Place> places = new HashSet<>();
        found.forEach(tie -> places.add(tie.computed()));
        if (sums.containsKey(rule)) {
            return sums.get(rule).stream().flatMap(tie -> tie.others().stream()).anyMatch(places::contains);
        }
        Set<String> determined = new HashSet<>();
        places.forEach(place -> determined.add(place.symbol().name()));
        return rule.reads().stream()
                .filter(reference -> names.contains(reference.name().text())
                        && determined.contains(reference.name().text()))
                .anyMatch(reference -> reads(rule, reference, places));
    }

    private boolean reads(Rule rule, Expression.Reference reference, Set<TiedSums.Place> places) {
        Symbol symbol = graph.symbol(reference.name().text());
        boolean[] any = new boolean[1];
        try {
            graph.forEach(rule, (counters, scope) -> {
                if (!any[0]) {
                    for (int position : graph.positions(reference, scope)) {
                        any[0] |= places.contains(new TiedSums.Place(symbol, position));
                    }
                }
            });
        } catch (MissingValueException unknownIndex) {
            return true;
        }
        return any[0];
    }

    /** Iterations in an order of their own; a node with a link takes two steps in a row. */
    private Program.Block explicit(Group group) {
        List<Step.Computation> steps = new ArrayList<>();
        int[] firstStep = new int[group.rules().size()];
        int depth = 1;
        for (int r = 0; r < firstStep.length; r++) {
            Rule rule = group.rules().get(r);
            List<Step.Computation> own = rule.stochastic() ? transforms.get(rule) : computes.get(rule);
            for (Step.Computation step : own) {
                if (!(step instanceof Step.Compute)
                        || step.nest().ranges().size() != rule.loops().size()) {
                    throw new EvaluationException(
                            rule.target().span(),
                            "nodes that depend on each other in turn must be single elements without array functions",
                            "write the elements in a loop");
                }
            }
            firstStep[r] = steps.size();
            steps.addAll(own);
            depth = Math.max(depth, rule.loops().size());
        }
        List<Integer> order = new ArrayList<>();
        List<int[]> counters = new ArrayList<>();
        for (int i = 0; i < group.steps().size(); i++) {
            int r = group.steps().get(i);
            int end = r + 1 < firstStep.length ? firstStep[r + 1] : steps.size();
            for (int step = firstStep[r]; step < end; step++) {
                order.add(step);
                counters.add(group.counters().get(i));
            }
        }
        int[] flat = new int[order.size() * depth];
        for (int i = 0; i < order.size(); i++) {
            System.arraycopy(counters.get(i), 0, flat, i * depth, counters.get(i).length);
        }
        return new Program.Block(
                steps, true, order.stream().mapToInt(Integer::intValue).toArray(), flat, depth);
    }

    private void report() {
        Map<Symbol, IntList> continuous = new LinkedHashMap<>();
        Map<Symbol, IntList> discreteOnes = new LinkedHashMap<>();
        Set<Symbol> computed = new LinkedHashSet<>();
        Set<Symbol> inOrder = new LinkedHashSet<>();
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            inOrder.add(symbol);
            Unknowns found = forward.getOrDefault(rule, unknowns.get(rule));
            if (found != null) {
                (discrete(rule) ? discreteOnes : continuous)
                        .computeIfAbsent(symbol, s -> new IntList())
                        .addAll(found.positions.flat());
            } else if (!rule.stochastic() && !rule.constant() && rule.instances() > 0) {
                computed.add(symbol);
            }
            for (TiedSums.Tie tie : ties.getOrDefault(rule, List.of())) {
                (discrete(rule) ? discreteOnes : continuous)
                        .computeIfAbsent(symbol, s -> new IntList())
                        .add(tie.computed().position());
            }
        }
        // What a reader looks for first comes first: parameters, then computed nodes, long arrays and discrete
        // unknowns.
        List<Symbol> sorted = new ArrayList<>(inOrder);
        sorted.sort(Comparator.comparingInt((Symbol symbol) -> discreteOnes.containsKey(symbol)
                ? 3
                : symbol.size() > Monitor.MOST_COMPUTED ? 2 : continuous.containsKey(symbol) ? 0 : 1));
        for (Symbol symbol : sorted) {
            IntList parts = new IntList();
            parts.addAll(continuous.getOrDefault(symbol, new IntList()).toArray());
            parts.addAll(discreteOnes.getOrDefault(symbol, new IntList()).toArray());
            boolean calculated = computed.contains(symbol);
            if (parts.size() == 0 && !calculated) {
                continue;
            }
            Variable.Kind kind = discreteOnes.containsKey(symbol) && !continuous.containsKey(symbol)
                    ? Variable.Kind.DISCRETE
                    : Variable.Kind.CONTINUOUS;
            Storage storage = storages.of(symbol);
            BitSet settled = settled(symbol);
            if (!monitor.wants(symbol.name(), symbol.size(), calculated)) {
                if (forward.keySet().stream()
                        .noneMatch(rule -> rule.targetName().equals(symbol.name()))) {
                    hide(symbol, kind, parts, settled);
                }
                if (monitor.names().isEmpty()) {
                    program.leftOut.add(new Program.LeftOut(symbol.name(), symbol.size(), parts.size() == 0));
                }
                continue;
            }
            boolean whole = (calculated && parts.size() == 0) || parts.size() == symbol.size();
            if (whole) {
                space.report(symbol.name(), kind, symbol.shape().toArray(new Integer[0]));
                settled.stream().forEach(space::settled);
                if (parts.size() == 0) {
                    space.computed();
                }
                program.reported.add(new Program.Reported(
                        storage,
                        java.util.stream.IntStream.range(0, symbol.size()).toArray()));
            } else {
                int[] positions = parts.toArray();
                Arrays.sort(positions);
                for (int position : positions) {
                    space.report(symbol.element(position), kind);
                    if (settled.get(position)) {
                        space.settled(0);
                    }
                    program.reported.add(new Program.Reported(storage, new int[] {position}));
                }
            }
        }
    }

    /** The elements of a discrete variable that are proved to have one value alone. */
    private BitSet settled(Symbol symbol) {
        BitSet settled = new BitSet();
        double[] low = lowest.get(storages.of(symbol));
        double[] high = highest.get(storages.of(symbol));
        for (int position = 0; low != null && position < low.length; position++) {
            // Where nothing discrete is unknown both are NaN.
            settled.set(position, low[position] == high[position]);
        }
        return settled;
    }

    /** Has unknowns judged that nobody asked to see; those that are settled need no judge. */
    private void hide(Symbol symbol, Variable.Kind kind, IntList parts, BitSet settled) {
        int[] positions = Arrays.stream(parts.toArray())
                .filter(position -> !settled.get(position))
                .sorted()
                .toArray();
        if (positions.length > 0) {
            space.hidden(new Variable(symbol.name(), symbol.shape(), kind), positions);
            program.hidden.add(new Program.Reported(storages.of(symbol), positions));
        }
    }
}
