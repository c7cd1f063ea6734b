package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.program.Labels;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Groups that may turn out to be exchangeable, with all that is known so far to have something for each or to count them. */
final class CandidateGroups {
    private final Graph graph;
    private final int size;
    private final Map<String, Set<Integer>> axes = new LinkedHashMap<>();
    private final Set<String> labels = new LinkedHashSet<>();
    private final Map<String, Integer> mirrored = new LinkedHashMap<>();
    private boolean grown;

    CandidateGroups(Graph graph, int size) {
        this.graph = graph;
        this.size = size;
    }

    /** How many groups there are. */
    int size() {
        return size;
    }

    /** Whether labels or dimensions were added since this was asked before. */
    boolean grownSinceLastAsked() {
        boolean since = grown;
        grown = false;
        return since;
    }

    /** Adds an unknown whose values are numbers of groups. */
    void addLabel(String name) {
        Symbol symbol = graph.symbol(name);
        boolean unknown = !symbol.given() && !symbol.constant() && axes.get(name) == null;
        for (int position = 0; unknown && position < symbol.size(); position++) {
            unknown = !symbol.known(position);
        }
        for (Rule rule : graph.rules()) {
            unknown &= !rule.targetName().equals(name)
                    || (rule.stochastic() && Rules.row(rule).is(Categorical.class));
        }
        if (!unknown) {
            throw new GroupsDifferException();
        }
        grown |= labels.add(name);
    }

    /** Adds a dimension of a variable that counts groups, from 0. */
    void addAxis(String name, int dimension) {
        if (graph.symbol(name).dims()[dimension] != size || labels.contains(name)) {
            throw new GroupsDifferException();
        }
        grown |= axes.computeIfAbsent(name, n -> new TreeSet<>()).add(dimension);
    }

    /** Adds the unknown share of one of two groups, by its position in its variable; the other has the rest. */
    void addMirrored(String name, int position) {
        mirrored.put(name, position);
    }

    boolean isLabel(String name) {
        return labels.contains(name);
    }

    boolean isMirrored(String name) {
        return mirrored.containsKey(name);
    }

    /** Unknown shares of one of two groups. */
    Set<String> mirrored() {
        return Collections.unmodifiableSet(mirrored.keySet());
    }

    /** Variables that have something for each group. */
    Set<String> variables() {
        return Collections.unmodifiableSet(axes.keySet());
    }

    /** Whether a variable has something for each group. */
    boolean isGrouped(String name) {
        return axes.containsKey(name);
    }

    /** Whether a dimension of a variable counts groups. */
    boolean isGrouped(String name, int dimension) {
        return dimensions(name).contains(dimension);
    }

    /** The dimensions of a variable that count groups, from 0. */
    Set<Integer> dimensions(String name) {
        return Collections.unmodifiableSet(axes.getOrDefault(name, Set.of()));
    }

    /** Whether a reference has all groups in a dimension that counts them. */
    boolean spannedBy(Expression.Reference reference, int dimension) {
        return reference.indices().isEmpty() || spannedBy(reference.indices().get(dimension));
    }

    /** Whether an index of a dimension that counts groups has all of them. */
    boolean spannedBy(Index index) {
        if (index instanceof Index.Range range) {
            try {
                return Arrays.equals(graph.integers(range.from()), new int[] {1})
                        && Arrays.equals(graph.integers(range.to()), new int[] {size});
            } catch (EvaluationException e) {
                return false;
            }
        }
        return index instanceof Index.All;
    }

    /** Whether what a loop runs over are the numbers of all groups. */
    boolean areCountedBy(Expression range) {
        try {
            int[] values = graph.integers(range);
            for (int i = 0; i < values.length; i++) {
                if (values[i] != i + 1) {
                    return false;
                }
            }
            return values.length == size;
        } catch (EvaluationException e) {
            return false;
        }
    }

    /** What was found, without a note. */
    Labels labels() {
        Map<Symbol, List<Integer>> bySymbol = new HashMap<>();
        axes.forEach((name, dims) -> bySymbol.put(graph.symbol(name), List.copyOf(dims)));
        Map<Symbol, Integer> shares = new HashMap<>();
        mirrored.forEach((name, position) -> shares.put(graph.symbol(name), position));
        return new Labels(size, labels.stream().map(graph::symbol).toList(), bySymbol, shares, "");
    }
}
