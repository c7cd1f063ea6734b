package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.Infinities;
import dev.tandem.compiler.lower.expression.Jumps;
import dev.tandem.compiler.lower.groups.ExchangeableLabels;
import dev.tandem.compiler.lower.pointwise.Deviance;
import dev.tandem.compiler.lower.pointwise.PointwiseTerms;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.lower.unknown.AbsorbedIntervals;
import dev.tandem.compiler.lower.unknown.Coordinates;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.Supports;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.ChainProgram;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.source.SourceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns a checked graph into a program: which elements are unknown, how they are transformed, computed and weighed. Each
 * of these has a class of its own; this one has the order in which they work.
 */
public final class Lowering {
    private final Graph graph;
    private final Sides sides;
    private final Monitor monitor;
    private final Summing summing;
    private final Draft draft;
    private final UnknownElements unknowns;
    private final AbsorbedIntervals intervals;
    private final Supports supports;
    private final Ties ties;
    private final Dependence dependence;
    private final Coordinates coordinates = new Coordinates();
    private final Hierarchies hierarchies;
    private final LateElements late;
    private final Forward forward;
    private final DiscreteUnknowns sites;
    private final Map<Rule, List<Step.Computation>> transforms = new HashMap<>();
    private final Map<Rule, List<Step.Computation>> computes = new HashMap<>();
    private final Map<Rule, List<Step.Computation>> lateSteps = new HashMap<>();

    /** What is asked for instead of a density: the log densities one by one; null for a density. */
    private final Judged judged;

    /** What was found of unknowns that follow each other, if that is asked for. */
    private ChainProgram chains;

    /**
     * What is asked of the log densities one by one.
     *
     * @param joined the variable whose elements join the nodes that depend on them; empty for none
     * @param marginal whether nodes that depend on the same summed discrete unknowns are one unit
     * @param states whether nothing is asked for but the probabilities of what is summed out
     * @param chains whether they are asked for together with quantiles of unknowns that follow each other
     */
    private record Judged(String joined, boolean marginal, boolean states, boolean chains) {}

    private Lowering(Sides sides, Set<String> carried, Monitor monitor, Summing summing, Judged judged) {
        this.sides = sides;
        graph = sides.graph();
        this.monitor = monitor;
        this.summing = summing;
        this.judged = judged;
        draft = new Draft(graph);
        draft.carried.addAll(carried);
        draft.tracked = judged != null || Deviance.wanted(graph, monitor);
        draft.given = judged != null;
        unknowns = new UnknownElements(graph);
        intervals = new AbsorbedIntervals(graph, unknowns, judged == null);
        supports = new Supports(graph);
        ties = new Ties(draft, unknowns, supports);
        late = new LateElements(graph, unknowns, draft.storages);
        dependence = new Dependence(draft, unknowns, ties, late);
        hierarchies = new Hierarchies(draft, unknowns, intervals, ties);
        forward = new Forward(draft, unknowns, sides, late);
        sites = new DiscreteUnknowns(draft, unknowns, supports, coordinates);
    }

    /** The program of a graph, with the model's own unknowns as coordinates where they have no bounds. */
    public static Program lower(Graph graph, Monitor monitor, Summing summing) {
        return lower(graph, monitor, summing, false);
    }

    /**
     * The program of a graph.
     *
     * @param centring whether the coordinates of effects in hierarchies can be chosen later
     * @throws SourceException where the model asks for something that cannot be compiled
     */
    public static Program lower(Graph graph, Monitor monitor, Summing summing, boolean centring) {
        return lower(graph, monitor, summing, centring, null);
    }

    /**
     * The log densities of a graph one by one, given its unknowns as the model has them: nothing is transformed.
     *
     * @param joined the variable whose elements join the nodes that depend on them; empty for none
     * @throws SourceException where the model asks for something that cannot be compiled
     */
    public static Program pointwise(Graph graph, Summing summing, String joined) {
        boolean marginal = summing.kind() != Summing.Kind.NONE;
        return lower(graph, Monitor.byDefault(), summing, false, new Judged(joined, marginal, false, false));
    }

    /**
     * What the sums over discrete unknowns are taken of, given the other unknowns as the model has them: nothing is
     * transformed, and there are no factors.
     *
     * @throws SourceException where the model asks for something that cannot be compiled
     */
    public static Program states(Graph graph, Summing summing) {
        return lower(graph, Monitor.byDefault(), summing, false, new Judged("", true, true, false));
    }

    /**
     * The factors of a graph, given its unknowns as the model has them, and quantiles of those that follow each other.
     *
     * @throws SourceException where the model asks for something that cannot be compiled
     */
    public static ChainProgram chains(Graph graph, Summing summing) {
        try {
            Lowering lowering = new Lowering(
                    Sides.none(graph), Set.of(), Monitor.byDefault(), summing, new Judged("", false, false, true));
            lowering.run(new HashSet<>(graph.rules()));
            return lowering.chains;
        } catch (EvaluationException e) {
            throw new SourceException(List.of(graph.model().source().problem(e.span(), e.getMessage(), e.hint())));
        }
    }

    private static Program lower(Graph graph, Monitor monitor, Summing summing, boolean centring, Judged judged) {
        try {
            Optional<CarriedStates.Carried> carried = CarriedStates.of(graph, summing);
            if (carried.isPresent()) {
                Set<String> names = carried.get().names();
                Program program = lower(
                        carried.get().graph(), names, monitor, carried.get().summing(), centring, judged);
                // Sampled one by one, a state and those that it follows from would hold each other.
                if (program.sums().sumsOut(names)) {
                    return program;
                }
            }
            return lower(graph, Set.of(), monitor, summing, centring, judged);
        } catch (EvaluationException e) {
            throw new SourceException(List.of(graph.model().source().problem(e.span(), e.getMessage(), e.hint())));
        }
    }

    private static Program lower(
            Graph graph, Set<String> carried, Monitor monitor, Summing summing, boolean centring, Judged judged) {
        boolean apart = judged == null && summing.forward() && summing.sumsWhatItCan();
        Sides sides = apart ? Sides.of(graph) : Sides.none(graph);
        Set<Rule> leftOut = new HashSet<>();
        if (!centring) {
            leftOut.addAll(sides.graph().rules());
        }
        while (true) {
            try {
                return new Lowering(sides, carried, monitor, summing, judged).run(leftOut);
            } catch (Hierarchies.Refused e) {
                leftOut.addAll(e.rules());
            }
        }
    }

    private Program run(Set<Rule> leftOut) {
        findUnknowns();
        hierarchies.find(leftOut);
        draft.coordinates = draft.storages.add(Storage.variable("q", new double[unknowns.countCoordinates()]));
        draft.coordinates.activate();
        Infinities infinities = new Infinities(
                graph, symbol -> !symbol.constant() && draft.storages.of(symbol).active());
        Jumps jumps = new Jumps(draft);
        Contexts contexts = new Contexts(draft, infinities, jumps, late);
        FreeUnknowns free = new FreeUnknowns(draft, coordinates, contexts, intervals, hierarchies);
        ComputedNodes computed = new ComputedNodes(draft, contexts, jumps, late);
        Factors factors = new Factors(draft, unknowns, sides, contexts, jumps, late);
        forStochastic(rule -> declare(rule, free, computed, contexts));
        if (judged != null) {
            // So far there are Jacobians, of transforms that are not made.
            draft.factors.clear();
        }
        for (Rule rule : graph.rules()) {
            if (!rule.stochastic() && !rule.constant() && rule.instances() > 0) {
                if (!late.computesAll(rule)) {
                    computes.put(rule, computed.of(rule));
                }
                if (late.computes(rule)) {
                    lateSteps.put(rule, computed.lateOf(rule));
                }
            }
        }
        forStochastic(rule -> weigh(rule, factors));
        factors.add(ties);
        new StepOrder(draft, dependence, ties, hierarchies, sides, late, contexts, transforms, computes, lateSteps)
                .run();
        PointwiseTerms pointwise = judged == null || judged.states() || judged.chains()
                ? null
                : new PointwiseTerms(draft, unknowns, judged.marginal(), judged.joined());
        Deviance deviance = new Deviance(draft);
        sites.declare(factors, free.simplexes(), summing);
        if (judged != null && judged.states()) {
            draft.factors.clear();
        } else if (judged != null && judged.chains()) {
            chains = new ChainDraws(draft, unknowns, forward, contexts, factors).finish();
            return draft.finish();
        } else if (pointwise == null) {
            new Reporting(draft, monitor, unknowns, ties, sites, sides, late, coordinates).run();
            if (Deviance.wanted(graph, monitor)) {
                deviance.report(coordinates.space());
            }
        } else {
            pointwise.run();
        }
        if (judged == null) {
            draft.labels.addAll(ExchangeableLabels.find(
                    draft, rule -> unknowns.forward(rule) != null && unknowns.forward(rule).all));
        }
        draft.space = coordinates.space().build();
        return draft.finish();
    }

    private void forStochastic(Consumer<Rule> action) {
        graph.rules().stream().filter(Rule::stochastic).forEach(action);
    }

    /** Finds what is unknown, takes from it what observations determine, and marks what depends on the rest. */
    private void findUnknowns() {
        forStochastic(unknowns::find);
        forStochastic(rule -> {
            intervals.absorb(rule);
            refuseBounds(rule);
        });
        ties.find();
        if (summing.forward()) {
            forward.take();
        }
        dependence.spread();
    }

    private void refuseBounds(Rule rule) {
        if (Rules.observable(rule) && Rules.stochastic(rule).truncation().isPresent()) {
            throw new EvaluationException(
                    Rules.stochastic(rule).truncation().get().span(),
                    "bounds mean nothing here: the parameters of "
                            + Rules.stochastic(rule).distribution().written() + " determine its value",
                    "put the bounds on the parameters");
        }
    }

    private void declare(Rule rule, FreeUnknowns free, ComputedNodes computed, Contexts contexts) {
        UnknownElements.Found found = unknowns.of(rule);
        if (ties.hasSteps(rule)) {
            transforms.put(rule, ties.steps(rule));
        }
        if (unknowns.forward(rule) != null) {
            (late.any() ? lateSteps : transforms).put(rule, forward.draw(rule, contexts));
        }
        if (found == null) {
            return;
        }
        if (Rules.observable(rule)) {
            transforms.put(rule, computed.ofObservable(rule, found));
        } else if (Rules.discrete(rule)) {
            sites.find(rule, found);
        } else {
            List<Step.Computation> steps = free.declare(rule, found);
            if (!steps.isEmpty() && judged == null) {
                transforms.put(rule, steps);
            }
        }
    }

    private void weigh(Rule rule, Factors factors) {
        boolean computed = unknowns.has(rule) && unknowns.of(rule).all && Rules.observable(rule);
        boolean absorbed = intervals.contains(rule) || ties.contains(rule);
        boolean drawn = unknowns.forward(rule) != null && unknowns.forward(rule).all;
        if (absorbed || computed || drawn || rule.instances() == 0) {
            return;
        }
        List<Step.Computation> before = new ArrayList<>();
        factors.add(rule, before);
        if (!before.isEmpty()) {
            computes.computeIfAbsent(rule, r -> new ArrayList<>()).addAll(before);
        }
    }

    /** The complaint about a discrete unknown whose values do not fit into 32 bits. */
    static EvaluationException beyond(Rule rule, String element, String what) {
        return Supports.beyond(rule, element, what);
    }
}
