package dev.tandem.compiler.graph;

import java.util.List;

/**
 * Rules that stand together in an order of evaluation. Usually one, run through in the order of its loops. Rules that
 * need each other's elements, such as {@code a[t]} from {@code b[t-1]} and {@code b[t]} from {@code a[t]}, form one
 * group with an explicit order of their iterations.
 *
 * @param rules the rules
 * @param recursive whether iterations need the results of other iterations of the group
 * @param order for an explicit order: the place in {@code rules} of the rule to run next; empty if the loops of the one
 *     rule run in a good order
 * @param counters for an explicit order: the counters of each run
 */
public record Group(List<Rule> rules, boolean recursive, List<Integer> order, List<int[]> counters) {
    public Group {
        rules = List.copyOf(rules);
        order = List.copyOf(order);
        counters = List.copyOf(counters);
    }

    static Group single(Rule rule, boolean recursive) {
        return new Group(List.of(rule), recursive, List.of(), List.of());
    }

    public boolean explicit() {
        return !order.isEmpty();
    }
}
