package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Group;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the computed steps in an order in which each finds what it needs. */
final class StepOrder {
    private final Graph graph;
    private final Draft draft;
    private final Dependence dependence;
    private final Ties ties;
    private final Hierarchies hierarchies;
    private final Sides sides;

    /** The steps of unknowns, by their rules. */
    private final Map<Rule, List<Step.Computation>> transforms;

    /** The steps of computed nodes, and those that the arguments of distributions need. */
    private final Map<Rule, List<Step.Computation>> computes;

    StepOrder(
            Draft draft,
            Dependence dependence,
            Ties ties,
            Hierarchies hierarchies,
            Sides sides,
            Map<Rule, List<Step.Computation>> transforms,
            Map<Rule, List<Step.Computation>> computes) {
        this.draft = draft;
        this.dependence = dependence;
        this.ties = ties;
        this.hierarchies = hierarchies;
        this.sides = sides;
        this.transforms = transforms;
        this.computes = computes;
        graph = draft.graph;
    }

    void run() {
        Map<Rule, Set<String>> needs = new HashMap<>();
        for (Rule rule : graph.rules()) {
            boolean free = rule.stochastic() && transforms.containsKey(rule);
            if (free) {
                Set<String> names = new LinkedHashSet<>(dependence.boundNames(rule));
                names.addAll(hierarchies.needs(rule));
                sides.of(rule.targetName()).ifPresent(split -> names.addAll(Set.of(split.below(), split.chance())));
                needs.put(rule, names);
            } else if (computes.containsKey(rule) && !rule.stochastic()) {
                needs.put(rule, rule.names());
            }
        }
        // What needs an element that a sum determines needs the sum.
        needs.replaceAll((rule, names) -> {
            Set<String> all = new LinkedHashSet<>(names);
            ties.ofSum(rule).forEach(tie -> all.addAll(tie.rule().names()));
            ties.sums().forEach((sum, found) -> {
                if (sum != rule && ties.needsAny(rule, all, found)) {
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
                if (group.recursive()
                        && steps.size() > 1
                        && hierarchies.contains(group.rules().get(0))) {
                    throw new Hierarchies.Refused(group.rules());
                }
                boolean recursive =
                        group.recursive() || ties.inTurn(group.rules().get(0));
                draft.blocks.add(recursive ? Program.Block.inTurn(steps) : Program.Block.plain(steps));
                continue;
            }
            draft.blocks.add(explicit(group));
        }
        hierarchies.told().forEach(steps -> draft.blocks.add(Program.Block.plain(steps)));
        // Array calls inside the arguments of distributions come last: nothing but factors needs them.
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && computes.containsKey(rule)) {
                draft.blocks.add(Program.Block.plain(computes.get(rule)));
            }
        }
    }

    /**
     * Where a step stands for the counters of its rule, if its loops do not run over the counters themselves: a loop over values
     * runs over a table of them.
     */
    private Map<List<Integer>, int[]> places(Rule rule, Step.Computation step) {
        Numeric numeric = Numeric.lenient();
        Numeric.Walk walk = numeric.new Walk(step.nest().ranges());
        Map<List<Integer>, int[]> places = new HashMap<>();
        boolean ranges = rule.loops().stream()
                .allMatch(loop ->
                        loop.range() instanceof Expression.Binary range && range.operator() == BinaryOperator.RANGE);
        if ((ranges && !rule.fragile()) || !walk.known()) {
            return places;
        }
        List<Numeric.Fn> counters = step.nest().ranges().stream()
                .map(range -> numeric.compile(draft.terms.binder(range.counter())))
                .toList();
        List<int[]> found = new ArrayList<>();
        int[] frame = new int[numeric.size()];
        walk.run(
                frame,
                () -> found.add(counters.stream()
                        .mapToInt(counter -> (int) counter.at(frame))
                        .toArray()));
        if (found.size() == rule.instances()) {
            graph.forEach(
                    rule,
                    (values, scope) -> places.put(Arrays.stream(values).boxed().toList(), found.get(places.size())));
        }
        return places;
    }

    /** Iterations in an order of their own; a node with a link takes two steps in a row. */
    private Program.Block explicit(Group group) {
        List<Step.Computation> steps = new ArrayList<>();
        int[] firstStep = new int[group.rules().size()];
        int depth = 1;
        boolean effects = group.rules().stream().anyMatch(hierarchies::contains);
        for (int r = 0; r < firstStep.length; r++) {
            Rule rule = group.rules().get(r);
            if (!hierarchies.canInterleave(rule)) {
                throw new Hierarchies.Refused(group.rules());
            }
            List<Step.Computation> own = rule.stochastic() ? transforms.get(rule) : computes.get(rule);
            for (Step.Computation step : own) {
                if (step.compute().isEmpty()
                        || step.nest().ranges().size() != rule.loops().size()) {
                    if (effects) {
                        throw new Hierarchies.Refused(group.rules());
                    }
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
        Map<Integer, Map<List<Integer>, int[]>> places = new HashMap<>();
        for (int i = 0; i < group.order().size(); i++) {
            int r = group.order().get(i);
            int end = r + 1 < firstStep.length ? firstStep[r + 1] : steps.size();
            for (int step = firstStep[r]; step < end; step++) {
                Step.Computation own = steps.get(step);
                int[] values = group.counters().get(i);
                order.add(step);
                counters.add(places.computeIfAbsent(
                                step, s -> places(group.rules().get(r), own))
                        .getOrDefault(Arrays.stream(values).boxed().toList(), values));
            }
        }
        int[] flat = new int[order.size() * depth];
        for (int i = 0; i < order.size(); i++) {
            System.arraycopy(counters.get(i), 0, flat, i * depth, counters.get(i).length);
        }
        return new Program.Block(
                steps, true, order.stream().mapToInt(Integer::intValue).toArray(), flat, depth);
    }
}
