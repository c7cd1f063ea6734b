package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Puts rules into an order in which everything is defined before it is used. Whole rules are ordered where that is
 * possible; only rules that need each other, or themselves, are looked at iteration by iteration.
 */
final class Ordering {
    /** How many nodes of a circle are named. */
    private static final int MOST_SHOWN = 6;

    private static final String NO_ANCESTOR =
            "a node may not be its own ancestor: one of these must be defined without the others. Where bounds state an "
                    + "order, one of two neighbours is enough, and the dialect of OpenBUGS reads both; a prior that each node has "
                    + "given the others is car.normal";
    private static final String FROM_DATA =
            "a node may not be its own ancestor, even if it is observed: what is computed from observations alone goes into a block "
                    + "of its own before the model, data { total <- sum(y[]) }, or into the data";

    private final Map<String, Symbol> symbols;
    private final List<Rule> rules;
    private final Evaluator evaluator;

    Ordering(Map<String, Symbol> symbols, List<Rule> rules, Evaluator evaluator) {
        this.symbols = symbols;
        this.rules = rules;
        this.evaluator = evaluator;
    }

    /**
     * The groups of the rules that are included.
     *
     * @param needs the names that a rule needs the values of
     */
    List<Group> order(Predicate<Rule> included, Function<Rule, Set<String>> needs) {
        List<Rule> nodes = rules.stream().filter(included).toList();
        Map<String, List<Rule>> definers = new HashMap<>();
        for (Rule rule : nodes) {
            definers.computeIfAbsent(rule.targetName(), n -> new ArrayList<>()).add(rule);
        }
        List<List<Rule>> components = new Components(nodes, rule -> {
                    List<Rule> parents = new ArrayList<>();
                    for (String name : needs.apply(rule)) {
                        parents.addAll(definers.getOrDefault(name, List.of()));
                    }
                    return parents;
                })
                .inOrder();
        List<Group> groups = new ArrayList<>();
        for (List<Rule> component : components) {
            Rule first = component.get(0);
            boolean alone = component.size() == 1 && !needs.apply(first).contains(first.targetName());
            groups.add(alone ? Group.single(first, false) : recursive(component, needs));
        }
        return groups;
    }

    /** Iterations of rules that need each other. */
    private Group recursive(List<Rule> component, Function<Rule, Set<String>> needs) {
        List<Rule> sorted = component.stream()
                .sorted((a, b) -> Integer.compare(a.number(), b.number()))
                .toList();
        if (sorted.size() == 1 && runsInOrder(sorted.get(0))) {
            return Group.single(sorted.get(0), true);
        }
        Map<String, int[]> producers = new HashMap<>();
        for (Rule rule : sorted) {
            producers.computeIfAbsent(rule.targetName(), name -> {
                int[] nobody = new int[symbols.get(name).size()];
                Arrays.fill(nobody, -1);
                return nobody;
            });
        }
        Instances instances = new Instances(symbols, evaluator);
        List<Integer> stepRules = new ArrayList<>();
        List<int[]> stepCounters = new ArrayList<>();
        for (int r = 0; r < sorted.size(); r++) {
            Rule rule = sorted.get(r);
            int place = r;
            int[] producer = producers.get(rule.targetName());
            int[] dims = symbols.get(rule.targetName()).dims();
            instances.forEach(rule, () -> {
                int step = stepRules.size();
                stepRules.add(place);
                stepCounters.add(instances.counters().clone());
                for (int position :
                        evaluator.select(rule.target(), instances, dims).positions(dims)) {
                    producer[position] = step;
                }
            });
        }
        int[][] parents = new int[stepRules.size()][];
        boolean natural = sorted.size() == 1;
        int step = 0;
        for (Rule rule : sorted) {
            List<Expression.Reference> references = rule.reads().stream()
                    .filter(reference -> producers.containsKey(reference.name().text())
                            && needs.apply(rule).contains(reference.name().text()))
                    .toList();
            int first = step;
            int[] next = {first};
            boolean[] ordered = {natural};
            instances.forEach(rule, () -> {
                int me = next[0]++;
                int[] mine = new int[0];
                for (Expression.Reference reference : references) {
                    int[] producer = producers.get(reference.name().text());
                    for (int position : reachable(reference, instances)) {
                        int parent = producer[position];
                        if (parent >= 0) {
                            mine = Arrays.copyOf(mine, mine.length + 1);
                            mine[mine.length - 1] = parent;
                            ordered[0] &= parent < me;
                        }
                    }
                }
                parents[me] = mine;
            });
            step = next[0];
            natural &= ordered[0];
        }
        if (natural) {
            return Group.single(sorted.get(0), true);
        }
        int[] order = sort(parents, sorted, stepRules, stepCounters);
        List<Integer> orderedRules = new ArrayList<>();
        List<int[]> orderedCounters = new ArrayList<>();
        for (int s : order) {
            orderedRules.add(stepRules.get(s));
            orderedCounters.add(stepCounters.get(s));
        }
        return new Group(sorted, true, orderedRules, orderedCounters);
    }

    /**
     * Whether each iteration of a rule needs only those before it, as far as can be seen without making lists: false
     * means that a closer look is due.
     */
    private boolean runsInOrder(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        Place target = Place.of(rule.target(), rule, symbols).orElse(null);
        List<Place> reads = new ArrayList<>();
        for (Expression.Reference reference : rule.reads()) {
            if (reference.name().text().equals(symbol.name())) {
                reads.add(Place.of(reference, rule, symbols).orElse(null));
            }
        }
        if (target == null || reads.contains(null)) {
            return false;
        }
        int[] producer = new int[symbol.size()];
        Instances instances = new Instances(symbols, evaluator);
        int[] step = {0};
        boolean[] good = {true};
        instances.forEach(rule, () -> {
            int position = target.at(instances.counters());
            good[0] &= position >= 0;
            producer[Math.max(0, position)] = ++step[0];
        });
        step[0] = 0;
        instances.forEach(rule, () -> {
            step[0]++;
            for (int i = 0; i < reads.size(); i++) {
                int position = reads.get(i).at(instances.counters());
                good[0] &= position >= 0 && producer[position] < step[0];
            }
        });
        return good[0];
    }

    /** The positions a reference may read: with an unknown index, any in that dimension. */
    private int[] reachable(Expression.Reference reference, Instances instances) {
        int[] dims = symbols.get(reference.name().text()).dims();
        try {
            return evaluator.select(reference, instances, dims).positions(dims);
        } catch (MissingValueException unknown) {
            List<Index> indices = new ArrayList<>();
            for (Index index : reference.indices()) {
                indices.add(known(index, instances) ? index : new Index.All(index.span()));
            }
            Expression.Reference widened = new Expression.Subscripted(reference.name(), indices, reference.span());
            return evaluator.select(widened, instances, dims).positions(dims);
        }
    }

    private boolean known(Index index, Instances instances) {
        try {
            if (index instanceof Index.Single single) {
                evaluator.evaluate(single.value(), instances);
            } else if (index instanceof Index.Range range) {
                evaluator.evaluate(range.from(), instances);
                evaluator.evaluate(range.to(), instances);
            }
            return true;
        } catch (MissingValueException e) {
            return false;
        }
    }

    /** Parents before children, otherwise in the order of the text; a cycle is an error that shows it. */
    private int[] sort(int[][] parents, List<Rule> sorted, List<Integer> stepRules, List<int[]> stepCounters) {
        int count = parents.length;
        int[] missing = new int[count];
        int[] childCount = new int[count];
        for (int s = 0; s < count; s++) {
            missing[s] = parents[s].length;
            for (int parent : parents[s]) {
                childCount[parent]++;
            }
        }
        int[][] children = new int[count][];
        for (int s = 0; s < count; s++) {
            children[s] = new int[childCount[s]];
        }
        for (int s = 0; s < count; s++) {
            for (int parent : parents[s]) {
                children[parent][--childCount[parent]] = s;
            }
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int s = 0; s < count; s++) {
            if (missing[s] == 0) {
                ready.add(s);
            }
        }
        int[] order = new int[count];
        int done = 0;
        while (!ready.isEmpty()) {
            int s = ready.poll();
            order[done++] = s;
            for (int child : children[s]) {
                if (--missing[child] == 0) {
                    ready.add(child);
                }
            }
        }
        if (done < count) {
            throw cycle(parents, missing, sorted, stepRules, stepCounters);
        }
        return order;
    }

    private EvaluationException cycle(
            int[][] parents, int[] missing, List<Rule> sorted, List<Integer> stepRules, List<int[]> stepCounters) {
        int s = 0;
        while (missing[s] == 0) {
            s++;
        }
        // From any step that is not ready, going to parents that are not ready ends in a circle.
        List<Integer> path = new ArrayList<>();
        while (!path.contains(s)) {
            path.add(s);
            int here = s;
            for (int parent : parents[here]) {
                if (missing[parent] > 0) {
                    s = parent;
                    break;
                }
            }
        }
        List<Integer> circle = path.subList(path.indexOf(s), path.size());
        List<String> names = new ArrayList<>();
        Instances instances = new Instances(symbols, evaluator);
        for (int step : circle) {
            Rule rule = sorted.get(stepRules.get(step));
            instances.at(rule, stepCounters.get(step), 0);
            int[] dims = symbols.get(rule.targetName()).dims();
            int position = evaluator.select(rule.target(), instances, dims).positions(dims)[0];
            names.add(symbols.get(rule.targetName()).element(position));
        }
        boolean observed = circle.stream()
                .map(step -> sorted.get(stepRules.get(step)))
                .anyMatch(rule ->
                        rule.stochastic() && symbols.get(rule.targetName()).constant());
        return circle(sorted.get(stepRules.get(circle.get(0))), names, observed ? FROM_DATA : NO_ANCESTOR);
    }

    /** The complaint about nodes that need each other in a circle, which starts at a rule. */
    static EvaluationException circle(Rule first, List<String> names) {
        return circle(first, names, NO_ANCESTOR);
    }

    private static EvaluationException circle(Rule first, List<String> names, String hint) {
        StringBuilder text = new StringBuilder();
        int shown = Math.min(names.size(), MOST_SHOWN);
        for (String name : names.subList(0, shown)) {
            text.append(name).append(" needs ");
        }
        text.append(names.size() > shown ? ".. needs " : "").append(names.get(0));
        return new EvaluationException(
                first.target().span(),
                names.get(0) + " depends on itself" + (names.size() > 1 ? ": " + text : ""),
                hint);
    }

    /** Strongly connected components by Tarjan's algorithm, parents first; without recursion, for long models. */
    private static final class Components {
        private final List<Rule> nodes;
        private final Function<Rule, List<Rule>> parents;
        private final Map<Rule, Integer> index = new HashMap<>();
        private final Map<Rule, Integer> low = new HashMap<>();
        private final Deque<Rule> stack = new ArrayDeque<>();
        private final Map<Rule, Boolean> onStack = new HashMap<>();
        private final List<List<Rule>> result = new ArrayList<>();

        Components(List<Rule> nodes, Function<Rule, List<Rule>> parents) {
            this.nodes = nodes;
            this.parents = parents;
        }

        private record Frame(Rule rule, java.util.Iterator<Rule> rest) {}

        List<List<Rule>> inOrder() {
            for (Rule node : nodes) {
                if (!index.containsKey(node)) {
                    visit(node);
                }
            }
            return result;
        }

        private void visit(Rule root) {
            Deque<Frame> work = new ArrayDeque<>();
            work.push(enter(root));
            while (!work.isEmpty()) {
                Frame frame = work.peek();
                Rule rule = frame.rule();
                if (frame.rest().hasNext()) {
                    Rule parent = frame.rest().next();
                    if (!index.containsKey(parent)) {
                        work.push(enter(parent));
                    } else if (onStack.getOrDefault(parent, false)) {
                        low.merge(rule, index.get(parent), Math::min);
                    }
                } else {
                    work.pop();
                    if (!work.isEmpty()) {
                        low.merge(work.peek().rule(), low.get(rule), Math::min);
                    }
                    if (low.get(rule).equals(index.get(rule))) {
                        List<Rule> component = new ArrayList<>();
                        Rule member;
                        do {
                            member = stack.pop();
                            onStack.put(member, false);
                            component.add(member);
                        } while (member != rule);
                        result.add(component);
                    }
                }
            }
        }

        private Frame enter(Rule rule) {
            index.put(rule, index.size());
            low.put(rule, index.get(rule));
            stack.push(rule);
            onStack.put(rule, true);
            return new Frame(rule, parents.apply(rule).iterator());
        }
    }
}
