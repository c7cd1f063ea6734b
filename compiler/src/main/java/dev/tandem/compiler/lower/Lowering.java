package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.SourceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Turns a checked graph into a program: which elements are unknown, how they are transformed, computed and weighed. Each
 * of these has a class of its own; this one has the order in which they work.
 */
public final class Lowering {
    private final Graph graph;
    private final Monitor monitor;
    private final Summing summing;
    private final Draft draft;
    private final UnknownElements unknowns;
    private final AbsorbedIntervals intervals;
    private final Supports supports;
    private final Ties ties;
    private final Dependence dependence;
    private final Coordinates coordinates = new Coordinates();
    private final Forward forward;
    private final DiscreteUnknowns sites;
    private final Map<Rule, List<Step.Computation>> transforms = new HashMap<>();
    private final Map<Rule, List<Step.Computation>> computes = new HashMap<>();

    private Lowering(Graph graph, Monitor monitor, Summing summing) {
        this.graph = graph;
        this.monitor = monitor;
        this.summing = summing;
        draft = new Draft(graph);
        unknowns = new UnknownElements(graph);
        intervals = new AbsorbedIntervals(graph, unknowns);
        supports = new Supports(graph);
        ties = new Ties(draft, unknowns, supports);
        dependence = new Dependence(draft, unknowns, ties);
        forward = new Forward(draft, unknowns);
        sites = new DiscreteUnknowns(draft, unknowns, supports, coordinates);
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
        findUnknowns();
        draft.coordinates = draft.storages.add(Storage.variable("q", new double[unknowns.countCoordinates()]));
        draft.coordinates.activate();
        Infinities infinities = new Infinities(
                graph, symbol -> !symbol.constant() && draft.storages.of(symbol).active());
        Jumps jumps = new Jumps(draft);
        Contexts contexts = new Contexts(draft, infinities, jumps);
        FreeUnknowns free = new FreeUnknowns(draft, coordinates, contexts, intervals);
        ComputedNodes computed = new ComputedNodes(draft, contexts, jumps);
        Factors factors = new Factors(draft, unknowns, contexts, jumps);
        forStochastic(rule -> declare(rule, free, computed, contexts));
        for (Rule rule : graph.rules()) {
            if (!rule.stochastic() && !rule.constant() && rule.instances() > 0) {
                computes.put(rule, computed.of(rule));
            }
        }
        forStochastic(rule -> weigh(rule, factors));
        factors.add(ties);
        new StepOrder(draft, dependence, ties, transforms, computes).run();
        sites.declare(factors, free.simplexes(), summing);
        new Reporting(draft, monitor, unknowns, ties, sites, coordinates).run();
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
            transforms.put(rule, forward.draw(rule, contexts));
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
            if (!steps.isEmpty()) {
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
