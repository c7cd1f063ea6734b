package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that the rules and data that together define a variable say the same of each group. */
final class GroupDefinitions {
    private final Graph graph;
    private final Set<Rule> needed;
    private final CandidateGroups groups;
    private final MirroredShares shares;
    private final GroupBlindText text;

    GroupDefinitions(Graph graph, Set<Rule> needed, CandidateGroups groups, MirroredShares shares) {
        this.graph = graph;
        this.needed = needed;
        this.groups = groups;
        this.shares = shares;
        text = new GroupBlindText(groups);
    }

    /** Checks that all that defines a variable which has something for each group treats groups alike. */
    void check(String name) {
        Symbol symbol = graph.symbol(name);
        if (symbol.constant()) {
            checkEqual(symbol);
            return;
        }
        for (int position = 0; position < symbol.size(); position++) {
            if (symbol.known(position) && !groups.isMirrored(name)) {
                throw new GroupsDifferException();
            }
        }
        Map<Integer, List<String>> said = new HashMap<>();
        for (Rule rule : graph.rules()) {
            if (rule.targetName().equals(name)
                    && rule.instances() > 0
                    && !shares.recognise(rule)
                    && !groups.isMirrored(name)) {
                if (!needed.contains(rule)) {
                    throw new GroupsDifferException();
                }
                GroupBlindReading reading = new GroupBlindReading(graph, groups, shares, rule);
                reading.check();
                reading.single()
                        .forEach(group -> said.computeIfAbsent(group, g -> new ArrayList<>())
                                .add(text.of(rule, group)));
            }
        }
        if (!said.isEmpty()) {
            List<String> first = said.values().iterator().next();
            boolean same =
                    said.size() == groups.size() && said.values().stream().allMatch(first::equals);
            if (!same) {
                throw new GroupsDifferException();
            }
        }
    }

    /** Data have to be the same for all groups. */
    private void checkEqual(Symbol symbol) {
        Labels only = new Labels(
                groups.size(), List.of(), Map.of(symbol, List.copyOf(groups.dimensions(symbol.name()))), Map.of(), "");
        int[] order = new int[groups.size()];
        for (int first = 0; first + 1 < groups.size(); first++) {
            Arrays.setAll(order, i -> i);
            order[first] = first + 1;
            order[first + 1] = first;
            for (int position = 0; position < symbol.size(); position++) {
                double other = symbol.values()[only.moved(symbol, position, order)];
                if (Double.doubleToLongBits(symbol.values()[position]) != Double.doubleToLongBits(other)) {
                    throw new GroupsDifferException();
                }
            }
        }
    }
}
