package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers the elements of all variables that the model defines: a node has that of its first element. */
final class NodeNumbers {
    private final Map<Symbol, Integer> first = new LinkedHashMap<>();
    private int size;

    /** Those that have a distribution, and one more. */
    NodeNumbers(Graph graph, String joined) {
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            if (!first.containsKey(symbol)
                    && (rule.stochastic() || symbol.name().equals(joined))) {
                first.put(symbol, size);
                size = Math.addExact(size, symbol.size());
            }
        }
    }

    int size() {
        return size;
    }

    /** The number of the first element of a variable; the others follow. */
    int first(Symbol symbol) {
        return first.get(symbol);
    }
}
