package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.distributions.IntervalCensoring;
import dev.tandem.distributions.Round;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.language.Expression;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Observed intervals of unknowns, which become bounds on these. */
final class AbsorbedIntervals {
    private static final double[] OPEN = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};

    private final Graph graph;
    private final UnknownElements unknowns;
    private final Set<Rule> absorbed = new HashSet<>();
    private final Map<Symbol, double[][]> intervals = new HashMap<>();

    AbsorbedIntervals(Graph graph, UnknownElements unknowns) {
        this.graph = graph;
        this.unknowns = unknowns;
    }

    /** Whether a rule has become a bound, and is no factor. */
    boolean contains(Rule rule) {
        return absorbed.contains(rule);
    }

    /** The lower and the upper bounds of the elements of a variable; null if it has none. */
    double[][] of(Symbol symbol) {
        return intervals.get(symbol);
    }

    /**
     * An observed {@code dinterval} or {@code dround} of an unknown says that the unknown lies in an interval: it becomes
     * a bound on that unknown, which is the same density without a cliff in it.
     */
    void absorb(Rule rule) {
        boolean interval = Rules.row(rule).is(IntervalCensoring.class);
        if (!(interval || Rules.row(rule).is(Round.class)) || unknowns.has(rule)) {
            return;
        }
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        if (!(arguments.get(0) instanceof Expression.Reference latent)) {
            return;
        }
        Symbol symbol = graph.symbols().stream()
                .filter(s -> s.name().equals(latent.name().text()))
                .findFirst()
                .orElse(null);
        boolean unknown = symbol != null
                && unknowns.rules().stream().anyMatch(r -> r.targetName().equals(symbol.name()) && !Rules.discrete(r));
        if (!unknown) {
            return;
        }
        Symbol observed = graph.symbol(rule.targetName());
        Map<Integer, double[]> found = new HashMap<>();
        try {
            graph.forEach(rule, (counters, scope) -> {
                int[] positions = graph.positions(latent, scope);
                double y = observed.values()[graph.positions(rule.target(), scope)[0]];
                double[] cuts =
                        graph.evaluator().evaluate(arguments.get(1), scope).toArray();
                double[] ends = interval ? between(cuts, (int) y) : rounded(cuts[0], y);
                double[] present = found.getOrDefault(positions[0], OPEN);
                found.put(positions[0], new double[] {Math.max(ends[0], present[0]), Math.min(ends[1], present[1])});
            });
        } catch (MissingValueException unknownCut) {
            return;
        }
        double[][] bounds = intervals.computeIfAbsent(symbol, s -> {
            double[][] open = new double[2][s.size()];
            Arrays.fill(open[0], OPEN[0]);
            Arrays.fill(open[1], OPEN[1]);
            return open;
        });
        found.forEach((position, ends) -> {
            bounds[0][position] = Math.max(bounds[0][position], ends[0]);
            bounds[1][position] = Math.min(bounds[1][position], ends[1]);
            double value = symbol.values()[position];
            boolean impossible = symbol.known(position)
                    ? value < ends[0] || value > ends[1]
                    : bounds[0][position] >= bounds[1][position];
            if (impossible) {
                throw new EvaluationException(
                        rule.target().span(),
                        "by this observation " + symbol.element(position) + " is "
                                + Numbers.range(ends[0], ends[1])
                                + ", which others rule out",
                        "two observations contradict each other, or an observation the value of its node");
            }
        });
        absorbed.add(rule);
    }

    private static double[] between(double[] cuts, int category) {
        return new double[] {
            category <= 0 ? OPEN[0] : cuts[Math.min(category, cuts.length) - 1],
            category >= cuts.length ? OPEN[1] : cuts[category]
        };
    }

    private static double[] rounded(double digits, double y) {
        double half = 0.5 * Math.pow(10, -digits);
        return new double[] {y - half, y + half};
    }
}
