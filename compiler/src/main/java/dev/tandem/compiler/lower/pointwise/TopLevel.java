package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which unknowns stand at the top of the model: those whose distributions have parameters that depend on no unknown. Their
 * distributions are what somebody chose beforehand, the priors; those of the others say how unknowns hang together.
 */
final class TopLevel {
    private final Graph graph;
    private final UnknownElements unknowns;
    private final List<String> variables = new ArrayList<>();
    private final List<String> unobserved;
    private final int[] numbers;

    /**
     * Those of a model.
     *
     * @param unitOf for each place of a table of log densities the unit of data that it belongs to, -1 for none: the prior of
     *     a discrete unknown that is summed over is a part of the likelihood
     */
    TopLevel(Graph graph, UnknownElements unknowns, NodeNumbers nodes, int[] unitOf) {
        this.graph = graph;
        this.unknowns = unknowns;
        Set<String> dependent = dependent();
        List<Rule> top = graph.rules().stream()
                .filter(rule -> rule.stochastic() && rule.names().stream().noneMatch(dependent::contains))
                .toList();
        unobserved = top.stream()
                .filter(unknowns::onlyForward)
                .map(Rule::targetName)
                .distinct()
                .toList();
        numbers = new int[unitOf.length];
        Arrays.fill(numbers, -1);
        for (Rule rule : top) {
            if (unknowns.has(rule)) {
                number(rule, nodes, unitOf);
            }
        }
    }

    private void number(Rule rule, NodeNumbers nodes, int[] unitOf) {
        Symbol symbol = graph.symbol(rule.targetName());
        int first = nodes.first(symbol);
        for (int position : unknowns.of(rule).positions.flat()) {
            if (unitOf[first + position] < 0) {
                if (!variables.contains(symbol.name())) {
                    variables.add(symbol.name());
                }
                numbers[first + position] = variables.indexOf(symbol.name());
            }
        }
    }

    /** The variables that are unknown, or computed from such. */
    private Set<String> dependent() {
        Set<String> dependent = new HashSet<>();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : graph.rules()) {
                boolean moves = rule.stochastic()
                        ? unknowns.has(rule) || unknowns.forward(rule) != null
                        : rule.names().stream().anyMatch(dependent::contains);
                progress |= moves && dependent.add(rule.targetName());
            }
        }
        return dependent;
    }

    /** Their variables, in the order of the model. */
    List<String> variables() {
        return variables;
    }

    /** Those that nothing observed depends on, which are drawn from their priors. */
    List<String> unobserved() {
        return unobserved;
    }

    /** For each place of the table the number of the variable whose prior it is, -1 for none. */
    int[] numbers() {
        return numbers;
    }
}
