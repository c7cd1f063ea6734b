package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Group;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Puts the computed steps in an order in which each finds what it needs. */
final class StepOrder {
    private final Graph graph;
    private final Draft draft;
    private final Dependence dependence;
    private final Ties ties;
    private final Hierarchies hierarchies;
    private final Sides sides;
    private final LateElements late;
    private final Contexts contexts;

    /** The steps of unknowns, by their rules. */
    private final Map<Rule, List<Step.Computation>> transforms;

    /** The steps of computed nodes, and those that the arguments of distributions need. */
    private final Map<Rule, List<Step.Computation>> computes;

    /** The steps of what is drawn forwards or computed from it, where that comes late. */
    private final Map<Rule, List<Step.Computation>> lateSteps;

    StepOrder(
            Draft draft,
            Dependence dependence,
            Ties ties,
            Hierarchies hierarchies,
            Sides sides,
            LateElements late,
            Contexts contexts,
            Map<Rule, List<Step.Computation>> transforms,
            Map<Rule, List<Step.Computation>> computes,
            Map<Rule, List<Step.Computation>> lateSteps) {
        this.draft = draft;
        this.dependence = dependence;
        this.ties = ties;
        this.hierarchies = hierarchies;
        this.sides = sides;
        this.late = late;
        this.contexts = contexts;
        this.lateSteps = lateSteps;
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
                names.addAll(sidesOf(rule));
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
            group.rules().forEach(rule -> steps.addAll(early(rule)));
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
            draft.blocks.add(explicit(group, this::early, rule -> late.early(rule)));
        }
        addLate();
        hierarchies.told().forEach(steps -> draft.blocks.add(Program.Block.plain(steps)));
        // Array calls inside the arguments of distributions come last: nothing but factors needs them.
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && computes.containsKey(rule)) {
                draft.blocks.add(Program.Block.plain(computes.get(rule)));
            }
        }
    }

    private List<Step.Computation> early(Rule rule) {
        return rule.stochastic() ? transforms.get(rule) : computes.get(rule);
    }

    /** What is asked of the side that an unknown lies on, if it is drawn on a side. */
    private Set<String> sidesOf(Rule rule) {
        return sides.of(rule.targetName())
                .map(split -> Set.of(split.below(), split.chance()))
                .orElse(Set.of());
    }

    /** What comes late follows all that the density needs: first a copy of that, then the rest in its order. */
    private void addLate() {
        late.shown().forEach((symbol, storage) -> {
            Binder p = new Binder("p");
            Term counter = draft.terms.binder(p);
            Nest nest =
                    new Nest(List.of(new Nest.Range(p, draft.terms.whole(0), draft.terms.whole(symbol.size() - 1))));
            Term value = draft.terms.read(draft.storages.of(symbol), counter);
            draft.blocks.add(Program.Block.plain(
                    List.of(new Step.Compute(nest, storage, counter, value, symbol.name() + " as it is reported"))));
        });
        for (Group group : graph.order(lateSteps::containsKey, rule -> {
            Set<String> names = new LinkedHashSet<>(rule.names());
            names.addAll(sidesOf(rule));
            return names;
        })) {
            if (group.explicit()) {
                draft.blocks.add(explicit(group, lateSteps::get, rule -> late.late(rule)));
                continue;
            }
            List<Step.Computation> steps = lateSteps.get(group.rules().get(0));
            draft.blocks.add(group.recursive() ? Program.Block.inTurn(steps) : Program.Block.plain(steps));
        }
    }

    /**
     * Where a step stands for the counters of its rule, if its loops do not run over the counters themselves: a loop over values
     * runs over a table of them. Counters that are not there are not run through.
     */
    private Map<List<Integer>, int[]> places(
            Rule rule, Step.Computation step, Function<Rule, Optional<List<int[]>>> iterations) {
        Optional<List<int[]>> listed = contexts.listed(step.nest());
        Optional<List<int[]>> some = listed.isPresent() ? listed : iterations.apply(rule);
        if (some.isPresent()) {
            Map<List<Integer>, int[]> own = new HashMap<>();
            for (int[] counters : some.get()) {
                own.put(
                        Arrays.stream(counters).boxed().toList(),
                        listed.isPresent() ? new int[] {own.size()} : counters);
            }
            return own;
        }
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
    private Program.Block explicit(
            Group group,
            Function<Rule, List<Step.Computation>> stepsOf,
            Function<Rule, Optional<List<int[]>>> iterations) {
        List<Step.Computation> steps = new ArrayList<>();
        int[] firstStep = new int[group.rules().size()];
        int depth = 1;
        boolean effects = group.rules().stream().anyMatch(hierarchies::contains);
        for (int r = 0; r < firstStep.length; r++) {
            Rule rule = group.rules().get(r);
            if (!hierarchies.canInterleave(rule)) {
                throw new Hierarchies.Refused(group.rules());
            }
            List<Step.Computation> own = stepsOf.apply(rule);
            for (Step.Computation step : own) {
                if (step.compute().isEmpty()
                        || (step.nest().ranges().size() != rule.loops().size()
                                && contexts.listed(step.nest()).isEmpty())) {
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
                Map<List<Integer>, int[]> known =
                        places.computeIfAbsent(step, s -> places(group.rules().get(r), own, iterations));
                int[] place = known.get(Arrays.stream(values).boxed().toList());
                if (place != null || known.isEmpty()) {
                    order.add(step);
                    counters.add(place != null ? place : values);
                }
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
