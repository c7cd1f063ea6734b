package dev.tandem.compiler.simulate;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.simulate.Simulator.Node;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Finds the node that makes a model impossible: unknowns are drawn from the prior, and the first node without a density
 * given its parents is named, with its value, its parents, and where a value that is not finite comes from.
 */
public final class ImpossibleNode {
    private static final int DRAWS = 20;
    /** What one answer may cost, in nodes that are looked at. */
    private static final int MOST_NODES = 4_000_000;
    /** Values shown of the parents of a node. */
    private static final int MOST_PARENTS = 8;
    /** Steps back to where a value comes from. */
    private static final int MOST_STEPS = 5;

    private final Graph graph;
    private final Simulator simulator;
    private final Map<String, Node> definers = new HashMap<>();

    private ImpossibleNode(Graph graph) {
        this.graph = graph;
        simulator = Simulator.of(graph);
    }

    /** The node in words that was impossible most often; empty if some draws made none impossible. */
    public static Optional<String> find(Graph graph, UniformRandomProvider rng) {
        try {
            return new ImpossibleNode(graph).search(rng);
        } catch (SourceException e) {
            return Optional.empty();
        }
    }

    private Optional<String> search(UniformRandomProvider rng) {
        List<Node> nodes = simulator.nodes();
        int draws = Math.min(DRAWS, MOST_NODES / Math.max(1, nodes.size()));
        Map<Node, Integer> times = new HashMap<>();
        Node worst = null;
        String words = "";
        int drawsWithout = 0;
        for (int draw = 0; draw < draws; draw++) {
            boolean fine = true;
            for (Node node : nodes) {
                Optional<String> wrong = wrong(node, rng);
                if (wrong.isPresent()) {
                    fine = false;
                    if (times.merge(node, 1, Integer::sum) >= (worst == null ? 1 : times.get(worst))) {
                        worst = node;
                        words = wrong.get();
                    }
                    if (!node.observed()) {
                        // Nothing can be drawn of what follows; an observed node has its value whatever is wrong.
                        break;
                    }
                }
            }
            drawsWithout += fine ? 1 : 0;
        }
        if (worst == null || drawsWithout > 0) {
            return Optional.empty();
        }
        return Optional.of(
                times.get(worst) == draws
                        ? words + ". So it was in all of " + draws + " draws of the unknowns from the prior."
                        : words + ". So it was in " + times.get(worst) + " of " + draws
                                + " draws of the unknowns from the prior, and other nodes in the others.");
    }

    /** Draws or computes a node; what is wrong if that cannot be done, or if it cannot be as observed. */
    private Optional<String> wrong(Node node, UniformRandomProvider rng) {
        try {
            if (node.observed()) {
                simulator.complete(node, rng);
                double density = simulator.logDensity(node);
                return density > Double.NEGATIVE_INFINITY ? Optional.empty() : Optional.of(observed(node));
            }
            simulator.put(node, simulator.next(node, rng));
            return Optional.empty();
        } catch (SourceException e) {
            SourceProblem problem = e.problems().get(0);
            return Optional.of(problem.headline() + parents(node));
        }
    }

    private String observed(Node node) {
        Statement.Stochastic statement = (Statement.Stochastic) node.rule().relation();
        SourceProblem place = graph.model()
                .source()
                .problem(
                        statement.target().span(),
                        element(node) + (node.positions().length == 1 ? " is " + show(value(node)) + ", and " : " and ")
                                + text(statement.distribution().span()) + " makes that impossible",
                        "");
        return place.headline() + parameters(node, statement) + parents(node);
    }

    /** The parameters of a node, if they are single numbers: {@code : mu = -Inf, tau = 1}. */
    private String parameters(Node node, Statement.Stochastic statement) {
        List<Parameter> names =
                statement.distribution().distribution().signature().parameters();
        List<Value> values = simulator.parameters(node);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
            if (values.get(i).isScalar()) {
                shown.add(names.get(i).name() + " = " + show(values.get(i).scalar()));
            }
        }
        return shown.isEmpty() ? "" : " (" + String.join(", ", shown) + ")";
    }

    private String text(SourceSpan span) {
        return graph.model().source().text().substring(span.start(), span.end()).replaceAll("\\s+", " ");
    }

    private String element(Node node) {
        return node.symbol().element(node.positions()[0]) + (node.positions().length > 1 ? " and those with it" : "");
    }

    private double value(Node node) {
        return simulator.values(node.symbol().name())[node.positions()[0]];
    }

    /** The values of a node's parents, and where those come from that are not finite. */
    private String parents(Node node) {
        StringBuilder text = new StringBuilder();
        Node at = node;
        Set<Node> seen = new LinkedHashSet<>();
        while (at != null && seen.add(at) && seen.size() <= MOST_STEPS) {
            List<String> shown = new ArrayList<>();
            Node next = null;
            Node other = null;
            for (Expression.Reference read : at.rule().reads()) {
                Optional<int[]> positions = simulator.positions(at, read);
                if (positions.isEmpty()) {
                    continue;
                }
                Symbol symbol = simulator.symbol(read);
                double[] values = simulator.values(symbol.name());
                for (int position : positions.get()) {
                    boolean bad = !Double.isFinite(values[position]);
                    String own = symbol.element(position) + " = " + show(values[position]);
                    if ((bad || positions.get().length <= MOST_PARENTS) && shown.size() < MOST_PARENTS) {
                        if (!shown.contains(own)) {
                            shown.add(own);
                        }
                    }
                    if (bad && next == null) {
                        next = definer(symbol, position);
                    } else if (other == null && seen.size() == 1) {
                        other = definer(symbol, position);
                    }
                }
            }
            if (!shown.isEmpty()) {
                text.append("; ").append(seen.size() == 1 ? "its parents: " : element(at) + " is computed from ");
                text.append(String.join(", ", shown));
            }
            at = next == null ? other : next;
        }
        return text.toString();
    }

    private Node definer(Symbol symbol, int position) {
        if (definers.isEmpty()) {
            for (Node node : simulator.nodes()) {
                Rule rule = node.rule();
                if (!rule.stochastic()) {
                    for (int own : node.positions()) {
                        definers.put(node.symbol().element(own), node);
                    }
                }
            }
        }
        return definers.get(symbol.element(position));
    }

    private static String show(double value) {
        return Double.isInfinite(value)
                ? value > 0 ? "Inf" : "-Inf"
                : value == Math.rint(value) ? Numbers.show(value) : Float.toString((float) value);
    }
}
