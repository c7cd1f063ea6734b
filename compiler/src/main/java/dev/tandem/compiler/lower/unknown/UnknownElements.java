package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Which elements of the model are unknown, by the rules that define them. */
public final class UnknownElements {
    /** The iterations of a rule at which something is unknown. */
    public static final class Found {
        public final PackedArrays counters = new PackedArrays();
        public final PackedArrays positions = new PackedArrays();

        /** Whether these are all iterations of the rule. */
        public boolean all = true;
    }

    private final Graph graph;
    private final Map<Rule, Found> byRule = new HashMap<>();

    /** Those that are drawn forwards, and are no longer among the unknowns. */
    private final Map<Rule, Found> forward = new LinkedHashMap<>();

    public UnknownElements(Graph graph) {
        this.graph = graph;
    }

    /** Looks at every element that a rule defines. */
    public void find(Rule rule) {
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
                // Observed in part, which was allowed when the data were looked at: the rest is unknown, and the
                // density of the
                // whole is that of the rest given the part, but for a constant.
                found.all = false;
                found.counters.add(counters);
                found.positions.add(Arrays.stream(positions)
                        .filter(position -> !symbol.known(position))
                        .toArray());
            }
        });
        if (!found.counters.isEmpty()) {
            byRule.put(rule, found);
        }
    }

    /** Refuses a node that was observed in part where the log likelihood of the data is asked for. */
    public static void refusePart(Rule rule, Symbol symbol, int[] positions) {
        long known = Arrays.stream(positions).filter(symbol::known).count();
        if (known > 0 && known < positions.length) {
            throw new EvaluationException(
                    rule.target().span(),
                    symbol.element(positions[0])
                            + " and what belongs to it are observed in part: there is a density of all of it,"
                            + " and no log likelihood of what was observed",
                    "give what was observed a statement of its own, with its own mean and covariance, or leave it out");
        }
    }

    /** Whether a rule defines an unknown. */
    public boolean has(Rule rule) {
        return byRule.containsKey(rule);
    }

    /** The unknowns of a rule; null if it has none. */
    public Found of(Rule rule) {
        return byRule.get(rule);
    }

    public Set<Rule> rules() {
        return byRule.keySet();
    }

    /** Leaves to a rule the unknowns that are given, perhaps none. */
    public void keep(Rule rule, Found left) {
        if (left.positions.isEmpty()) {
            byRule.remove(rule);
        } else {
            byRule.put(rule, left);
        }
    }

    /** Takes those unknowns of a rule that stand at some positions, to be drawn forwards; each is a single number. */
    public Found takeForward(Rule rule, BitSet positions) {
        Found all = byRule.get(rule);
        Found taken = new Found();
        Found left = new Found();
        for (int i = 0; i < all.counters.size(); i++) {
            Found its = positions.get(all.positions.first(i)) ? taken : left;
            its.counters.add(all.counters.get(i));
            its.positions.add(all.positions.first(i));
        }
        taken.all = all.all && left.positions.isEmpty();
        left.all = false;
        keep(rule, left);
        forward.put(rule, taken);
        return taken;
    }

    /** Whether nothing of a rule is left in the density but what was observed. */
    public boolean onlyForward(Rule rule) {
        return forward.containsKey(rule) && !has(rule);
    }

    /** What of a rule is drawn forwards; null if nothing is. */
    public Found forward(Rule rule) {
        return forward.get(rule);
    }

    /** Whether elements of a variable are drawn forwards. */
    boolean hasForward(String name) {
        return forward.keySet().stream().anyMatch(rule -> rule.targetName().equals(name));
    }

    /** How many coordinates the continuous unknowns take at most. */
    public int countCoordinates() {
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
