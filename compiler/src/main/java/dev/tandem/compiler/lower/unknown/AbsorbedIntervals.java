package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.distributions.array.IntervalCensoring;
import dev.tandem.distributions.array.Round;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Observed intervals of unknowns, and observed sides of a place, which become bounds on these. */
public final class AbsorbedIntervals {
    private final Graph graph;
    private final UnknownElements unknowns;
    private final Set<Rule> absorbed = new HashSet<>();
    private final Map<Symbol, double[][]> intervals = new HashMap<>();
    private final Map<Symbol, BitSet> withOneCoordinate = new HashMap<>();
    private final HalfLines halfLines;
    private final boolean coins;

    /** An element and where an observation says that it lies. */
    private record Bounded(Symbol symbol, int position, double low, double high) {
        static Bounded of(HalfLines.HalfLine line) {
            return new Bounded(
                    line.symbol(),
                    line.position(),
                    line.above() ? line.end() : Double.NEGATIVE_INFINITY,
                    line.above() ? Double.POSITIVE_INFINITY : line.end());
        }
    }

    /**
     * @param coins whether coins are taken in too; they are data, which have to stay where data are judged one by one
     */
    public AbsorbedIntervals(Graph graph, UnknownElements unknowns, boolean coins) {
        this.graph = graph;
        this.coins = coins;
        this.unknowns = unknowns;
        halfLines = new HalfLines(graph);
    }

    /** Whether a rule has become a bound, and is no factor. */
    public boolean contains(Rule rule) {
        return absorbed.contains(rule);
    }

    /** The lower and the upper bounds of the elements of a variable; null if it has none. */
    public double[][] of(Symbol symbol) {
        return intervals.get(symbol);
    }

    /**
     * An observed {@code dinterval}, {@code dround} or {@code dbern(step(..))} of an unknown says that the unknown lies in
     * an interval: it becomes a bound on that unknown, which is the same density without a cliff in it.
     */
    public void absorb(Rule rule) {
        if (unknowns.has(rule) || Rules.stochastic(rule).truncation().isPresent()) {
            return;
        }
        List<Bounded> found = new ArrayList<>();
        boolean read;
        try {
            read = Rules.row(rule).is(Bernoulli.class) ? readSides(rule, found) : readInterval(rule, found);
        } catch (MissingValueException unknownEnd) {
            return;
        }
        if (read && found.stream().allMatch(this::canHaveBounds)) {
            found.forEach(bounded -> put(rule, bounded));
            absorbed.add(rule);
        }
    }

    /** What observed intervals say of each unknown; false if they say it of something else. */
    private boolean readInterval(Rule rule, List<Bounded> found) {
        boolean interval = Rules.row(rule).is(IntervalCensoring.class);
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        if (!(interval || Rules.row(rule).is(Round.class))
                || !(arguments.get(0) instanceof Expression.Reference latent)
                || graph.symbols().stream()
                        .noneMatch(s -> s.name().equals(latent.name().text()))) {
            return false;
        }
        Symbol symbol = graph.symbol(latent.name().text());
        Symbol observed = graph.symbol(rule.targetName());
        graph.forEach(rule, (counters, scope) -> {
            int position = graph.positions(latent, scope)[0];
            double y = observed.values()[graph.positions(rule.target(), scope)[0]];
            double[] cuts = graph.evaluator().evaluate(arguments.get(1), scope).toArray();
            double[] ends = interval ? between(cuts, (int) y) : rounded(cuts[0], y);
            found.add(new Bounded(symbol, position, ends[0], ends[1]));
        });
        return found.stream().anyMatch(bounded -> !symbol.known(bounded.position()));
    }

    /** What a coin that shows on which side of a place an unknown lies says of it; false if it shows something else. */
    private boolean readSides(Rule rule, List<Bounded> found) {
        Expression probability =
                Rules.stochastic(rule).distribution().arguments().get(0);
        if (!coins || !halfLines.mayRead(probability)) {
            return false;
        }
        Symbol observed = graph.symbol(rule.targetName());
        boolean[] all = {true};
        graph.forEach(rule, (counters, scope) -> {
            boolean shown = observed.values()[graph.positions(rule.target(), scope)[0]] == 1;
            Optional<HalfLines.Region> region = all[0] ? halfLines.read(probability, scope) : Optional.empty();
            region = shown ? region : region.flatMap(HalfLines.Region::otherSide);
            all[0] &= region.isPresent() && region.get().possible();
            if (all[0]) {
                region.get().halfLines().forEach(line -> found.add(Bounded.of(line)));
            }
        });
        return all[0] && !found.isEmpty();
    }

    /** Whether it is known, or a continuous unknown with a coordinate of its own, as elements of normal vectors are. */
    private boolean canHaveBounds(Bounded bounded) {
        return bounded.symbol().known(bounded.position())
                || withOneCoordinate
                        .computeIfAbsent(bounded.symbol(), this::findWithOneCoordinate)
                        .get(bounded.position());
    }

    private BitSet findWithOneCoordinate(Symbol symbol) {
        BitSet positions = new BitSet();
        for (Rule rule : unknowns.rules()) {
            if (rule.targetName().equals(symbol.name())
                    && !Rules.discrete(rule)
                    && !Rules.observable(rule)
                    && (Rules.row(rule).form() == Distribution.Form.SINGLE
                            || Rules.row(rule).values() == Values.Arrays.REALS)) {
                Arrays.stream(unknowns.of(rule).positions.flat()).forEach(positions::set);
            }
        }
        return positions;
    }

    private void put(Rule rule, Bounded bounded) {
        Symbol symbol = bounded.symbol();
        int position = bounded.position();
        double[][] bounds = intervals.computeIfAbsent(symbol, s -> {
            double[][] open = new double[2][s.size()];
            Arrays.fill(open[0], Double.NEGATIVE_INFINITY);
            Arrays.fill(open[1], Double.POSITIVE_INFINITY);
            return open;
        });
        bounds[0][position] = Math.max(bounds[0][position], bounded.low());
        bounds[1][position] = Math.min(bounds[1][position], bounded.high());
        double value = symbol.values()[position];
        boolean impossible = symbol.known(position)
                ? value < bounded.low() || value > bounded.high()
                : bounds[0][position] >= bounds[1][position];
        if (impossible) {
            throw new EvaluationException(
                    rule.target().span(),
                    "by this observation " + symbol.element(position) + " is "
                            + Numbers.range(bounded.low(), bounded.high())
                            + ", which others rule out",
                    "two observations contradict each other, or an observation the value of its node");
        }
    }

    private static double[] between(double[] cuts, int category) {
        return new double[] {
            category <= 0 ? Double.NEGATIVE_INFINITY : cuts[Math.min(category, cuts.length) - 1],
            category >= cuts.length ? Double.POSITIVE_INFINITY : cuts[category]
        };
    }

    private static double[] rounded(double digits, double y) {
        double half = 0.5 * Elementary.pow(10, -digits);
        return new double[] {y - half, y + half};
    }
}
