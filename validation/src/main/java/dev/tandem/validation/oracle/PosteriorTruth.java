package dev.tandem.validation.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Posterior expectations of bounded functions of each unknown, from the oracle alone: by enumeration where all unknowns
 * are discrete and few states have any probability, by quadrature besides where one or two are continuous and the density
 * is smooth in them, otherwise by draws from the prior, weighed by the likelihood.
 *
 * <p>The functions are bounded, since some laws have no mean: of a whole number whether it is its most likely value, of any
 * number x / (1 + |x|).
 */
public final class PosteriorTruth {
    private static final int MOST_STATES = 4_000;
    /** Counts without an upper end are listed this far, if what lies there has no weight. */
    private static final int FARTHEST = 40;

    private static final double NEGLIGIBLE = 1e-10;
    private static final double LEAST_EFFECTIVE = 1_500;

    /** Nodes of the coarse grid for one continuous unknown, and for each of two; the fine grid has twice as many. */
    private static final int[] NODES = {0, 160, 48};

    private static final int MOST_NODES = 60_000;

    /** Of what is enumerated most may be impossible: then looking takes long although few states are listed. */
    private static final int MOST_VISITS = 500_000;

    /** Two grids that agree so far are close to the truth, since the rule converges faster than any power. */
    private static final double AGREE = 1e-4;

    /** How far t goes in a double exponential rule: to 1e11 beyond an end, and as near to it. */
    private static final double REACH = 3.5;

    /** What may lie at the ends of a grid; more of it would also lie beyond. */
    private static final double AT_ENDS = 1e-6;

    private static final double NONE = Double.NEGATIVE_INFINITY;

    /**
     * An expectation.
     *
     * @param usual for whole numbers the value whose probability this is; NaN for the mean of x / (1 + |x|)
     * @param error the standard error of the truth; how far two grids are apart if it was integrated, 0 if enumerated
     */
    public record Expectation(String element, double usual, double value, double error) {
        /** The function of which this is the expectation. */
        public double of(double x) {
            return Double.isNaN(usual) ? squashed(x) : x == usual ? 1 : 0;
        }
    }

    private final Oracle oracle;
    private final int unknowns;
    private final List<double[]> states = new ArrayList<>();
    private final List<Double> logWeights = new ArrayList<>();
    private final List<Boolean> atEnds = new ArrayList<>();
    private final int mostStates;
    private final int nodes;
    private int visited;
    private boolean tooMany;

    private PosteriorTruth(Oracle oracle, int mostStates, int nodes) {
        this.oracle = oracle;
        this.mostStates = mostStates;
        this.nodes = nodes;
        unknowns = oracle.unknowns().size();
    }

    private static double squashed(double x) {
        return x / (1 + Math.abs(x));
    }

    /** By enumeration; empty where it cannot be done. */
    public static Optional<List<Expectation>> enumerate(Oracle oracle) {
        if (!oracle.unknowns().stream().allMatch(Oracle.Unknown::discrete)) {
            return Optional.empty();
        }
        PosteriorTruth truth = new PosteriorTruth(oracle, MOST_STATES, 0);
        return truth.list() ? Optional.of(truth.expectations(true)) : Optional.empty();
    }

    /** By quadrature over one or two continuous unknowns for every state of the others; empty where that fails. */
    public static Optional<List<Expectation>> integrate(Oracle oracle) {
        List<Oracle.Unknown> continuous = oracle.unknowns().stream()
                .filter(unknown -> !unknown.discrete())
                .toList();
        boolean constrained = oracle.observedSums().stream()
                .flatMap(List::stream)
                .anyMatch(name ->
                        continuous.stream().anyMatch(unknown -> unknown.name().equals(name)));
        if (continuous.isEmpty()
                || continuous.size() >= NODES.length
                || constrained
                || continuous.stream().anyMatch(unknown -> PlainDistributions.array(unknown.law()))) {
            return Optional.empty();
        }
        int nodes = NODES[continuous.size()];
        PosteriorTruth coarse = new PosteriorTruth(oracle, MOST_NODES, nodes);
        PosteriorTruth fine = new PosteriorTruth(oracle, MOST_NODES, 2 * nodes);
        if (!coarse.list() || !fine.list()) {
            return Optional.empty();
        }
        List<Expectation> result = new ArrayList<>();
        double[] coarseWeights = coarse.weights();
        for (Expectation better : fine.expectations(true)) {
            int k = coarse.indexOf(better.element());
            double rough = coarse.expectation(better.element(), better.usual(), k, coarseWeights, true)
                    .value();
            double apart = Math.abs(rough - better.value());
            if (!(apart < AGREE)) {
                return Optional.empty();
            }
            result.add(new Expectation(better.element(), better.usual(), better.value(), apart));
        }
        return Optional.of(result);
    }

    private int indexOf(String element) {
        return oracle.unknowns().stream().map(Oracle.Unknown::name).toList().indexOf(element);
    }

    /** Lists all states that have any weight; false where there are too many, or some lie beyond what is listed. */
    private boolean list() {
        double[] values = new double[unknowns];
        Arrays.fill(values, Double.NaN);
        extend(values, 0, 0, false);
        return !tooMany && !states.isEmpty() && !reachesFar();
    }

    /** By draws from the prior; empty where too few of them are likely. */
    public static Optional<List<Expectation>> weigh(Oracle oracle, int draws, long seed) {
        if (!oracle.observedSums().isEmpty()) {
            // A sum of continuous summands is never met by chance.
            return Optional.empty();
        }
        PosteriorTruth truth = new PosteriorTruth(oracle, draws, 0);
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < draws; k++) {
            oracle.drawUnknowns(random);
            double weight = oracle.logLikelihood();
            if (weight > NONE) {
                double[] drawn = oracle.unknownValues();
                if (Arrays.stream(drawn).anyMatch(Double::isNaN)) {
                    // Between bounds that lie so far out that plain arithmetic has no digits left there.
                    return Optional.empty();
                }
                truth.states.add(drawn);
                truth.logWeights.add(weight);
                truth.atEnds.add(false);
            }
        }
        return truth.effective() < LEAST_EFFECTIVE ? Optional.empty() : Optional.of(truth.expectations(false));
    }

    /**
     * Gives a value to one more unknown, of those whose values are known to be few.
     *
     * @param logVolume of the part of the continuous unknowns that the values so far stand for
     * @param atEnd whether one of them lies at the end of its grid
     */
    private void extend(double[] values, int assigned, double logVolume, boolean atEnd) {
        if (tooMany) {
            return;
        }
        if (assigned == unknowns) {
            visit(values, logVolume, atEnd);
            return;
        }
        for (int k = 0; k < unknowns; k++) {
            if (!Double.isNaN(values[k])) {
                continue;
            }
            oracle.assign(values);
            double[] support;
            try {
                support = oracle.support(oracle.unknowns().get(k));
            } catch (OracleException parentFirst) {
                continue;
            }
            if (Double.isNaN(support[0]) || Double.isNaN(support[1])) {
                continue;
            }
            if (oracle.unknowns().get(k).discrete()) {
                for (double value = Math.ceil(support[0]); value <= Math.min(FARTHEST, support[1]); value++) {
                    values[k] = value;
                    extend(values, assigned + 1, logVolume, atEnd);
                }
            } else {
                List<double[]> grid = grid(support[0], support[1], nodes);
                for (int i = 0; i < grid.size(); i++) {
                    values[k] = grid.get(i)[0];
                    boolean end = i == 0 || i == grid.size() - 1;
                    extend(values, assigned + 1, logVolume + grid.get(i)[1], atEnd || end);
                }
            }
            values[k] = Double.NaN;
            return;
        }
        tooMany = true;
    }

    private void visit(double[] values, double logVolume, boolean atEnd) {
        oracle.assign(values);
        tooMany |= ++visited > (nodes > 0 ? MOST_NODES : MOST_VISITS);
        double logDensity;
        try {
            logDensity = oracle.logDensity();
        } catch (OracleException outside) {
            return;
        }
        if (logDensity > NONE) {
            states.add(values.clone());
            logWeights.add(logDensity + logVolume);
            atEnds.add(atEnd);
        }
        tooMany |= states.size() > mostStates;
    }

    /**
     * The nodes of a double exponential rule between two ends, with the logarithms of their weights: equal steps in t where
     * x is the logistic function of pi sinh t, or its like for one end or none. Singularities at the ends do no harm.
     */
    private static List<double[]> grid(double low, double high, int nodes) {
        List<double[]> grid = new ArrayList<>();
        double step = 2 * REACH / nodes;
        for (int i = 0; i <= nodes; i++) {
            double t = -REACH + i * step;
            double s = Math.PI * StrictMath.sinh(t);
            double slope = Math.PI * StrictMath.cosh(t);
            double x;
            double derivative;
            if (Double.isInfinite(low) && Double.isInfinite(high)) {
                x = StrictMath.sinh(s / 2);
                derivative = StrictMath.cosh(s / 2) * slope / 2;
            } else if (Double.isInfinite(high)) {
                x = low + StrictMath.exp(s / 2);
                derivative = StrictMath.exp(s / 2) * slope / 2;
            } else if (Double.isInfinite(low)) {
                x = high - StrictMath.exp(s / 2);
                derivative = StrictMath.exp(s / 2) * slope / 2;
            } else {
                double share = 1 / (1 + StrictMath.exp(-s));
                x = low + (high - low) * share;
                derivative = (high - low) * share / (1 + StrictMath.exp(s)) * slope;
            }
            if (x > low && x < high && derivative > 0) {
                grid.add(new double[] {x, StrictMath.log(derivative * step)});
            }
        }
        return grid;
    }

    private boolean reachesFar() {
        double[] weights = weights();
        double far = 0;
        double ends = 0;
        for (int i = 0; i < weights.length; i++) {
            for (int k = 0; k < unknowns; k++) {
                far += oracle.unknowns().get(k).discrete() && states.get(i)[k] >= FARTHEST ? weights[i] : 0;
            }
            ends += atEnds.get(i) ? weights[i] : 0;
        }
        return far > NEGLIGIBLE || ends > AT_ENDS;
    }

    /** Normalised. */
    private double[] weights() {
        double greatest =
                logWeights.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double[] weights =
                logWeights.stream().mapToDouble(w -> Math.exp(w - greatest)).toArray();
        double sum = java.util.Arrays.stream(weights).sum();
        return java.util.Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    private double effective() {
        return logWeights.isEmpty()
                ? 0
                : 1 / java.util.Arrays.stream(weights()).map(w -> w * w).sum();
    }

    private List<Expectation> expectations(boolean exact) {
        List<Expectation> result = new ArrayList<>();
        double[] weights = weights();
        for (int k = 0; k < unknowns; k++) {
            Oracle.Unknown unknown = oracle.unknowns().get(k);
            double usual = Double.NaN;
            if (unknown.discrete()) {
                Map<Double, Double> masses = new LinkedHashMap<>();
                for (int i = 0; i < weights.length; i++) {
                    masses.merge(states.get(i)[k], weights[i], Double::sum);
                }
                usual = masses.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey();
                result.add(expectation(unknown.name(), usual, k, weights, exact));
            }
            result.add(expectation(unknown.name(), Double.NaN, k, weights, exact));
        }
        return result;
    }

    private Expectation expectation(String name, double usual, int k, double[] weights, boolean exact) {
        Expectation function = new Expectation(name, usual, 0, 0);
        double mean = 0;
        for (int i = 0; i < weights.length; i++) {
            mean += weights[i] * function.of(states.get(i)[k]);
        }
        double square = 0;
        for (int i = 0; !exact && i < weights.length; i++) {
            double away = weights[i] * (function.of(states.get(i)[k]) - mean);
            square += away * away;
        }
        return new Expectation(name, usual, mean, Math.sqrt(square));
    }
}
