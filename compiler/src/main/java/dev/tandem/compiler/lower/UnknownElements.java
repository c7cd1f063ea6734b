package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Which elements of the model are unknown, by the rules that define them. */
final class UnknownElements {
    /** The iterations of a rule at which something is unknown. */
    static final class Found {
        final PackedArrays counters = new PackedArrays();
        final PackedArrays positions = new PackedArrays();

        /** Whether these are all iterations of the rule. */
        boolean all = true;
    }

    private final Graph graph;
    private final Map<Rule, Found> byRule = new HashMap<>();

    /** Those that are drawn forwards, and are no longer among the unknowns. */
    private final Map<Rule, Found> forward = new LinkedHashMap<>();

    UnknownElements(Graph graph) {
        this.graph = graph;
    }

    /** Looks at every element that a rule defines. */
    void find(Rule rule) {
        Symbol symbol = graph.symbol(rule.targetName());
        UnknownElements.Found found = new UnknownElements.Found();
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
            byRule.put(rule, found);
        }
    }

    /** Whether a rule defines an unknown. */
    boolean has(Rule rule) {
        return byRule.containsKey(rule);
    }

    /** The unknowns of a rule; null if it has none. */
    Found of(Rule rule) {
        return byRule.get(rule);
    }

    Set<Rule> rules() {
        return byRule.keySet();
    }

    /** Leaves to a rule the unknowns that are given, perhaps none. */
    void keep(Rule rule, Found left) {
        if (left.positions.isEmpty()) {
            byRule.remove(rule);
        } else {
            byRule.put(rule, left);
        }
    }

    /** Takes the unknowns of a rule, to be drawn forwards. */
    Found takeForward(Rule rule) {
        Found taken = byRule.remove(rule);
        forward.put(rule, taken);
        return taken;
    }

    /** What of a rule is drawn forwards; null if nothing is. */
    Found forward(Rule rule) {
        return forward.get(rule);
    }

    /** Whether elements of a variable are drawn forwards. */
    boolean hasForward(String name) {
        return forward.keySet().stream().anyMatch(rule -> rule.targetName().equals(name));
    }

    /** How many coordinates the continuous unknowns take at most. */
    int countCoordinates() {
        int count = 0;
        for (Map.Entry<Rule, Found> entry : byRule.entrySet()) {
            if (!Rules.discrete(entry.getKey())) {
                for (int[] positions : entry.getValue().positions) {
                    count += positions.length;
                }
            }
        }
        return count;
    }
}
