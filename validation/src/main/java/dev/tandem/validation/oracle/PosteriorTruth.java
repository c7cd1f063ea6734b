package dev.tandem.validation.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Posterior expectations of bounded functions of each unknown, from the oracle alone: by enumeration where all unknowns
 * are discrete and few states have any probability, otherwise by draws from the prior, weighed by the likelihood.
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
    private static final double NONE = Double.NEGATIVE_INFINITY;

    /**
     * An expectation.
     *
     * @param usual for whole numbers the value whose probability this is; NaN for the mean of x / (1 + |x|)
     * @param error the standard error of the truth, 0 if it was enumerated
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
    private boolean tooMany;

    private PosteriorTruth(Oracle oracle) {
        this.oracle = oracle;
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
        PosteriorTruth truth = new PosteriorTruth(oracle);
        double[] values = new double[truth.unknowns];
        java.util.Arrays.fill(values, Double.NaN);
        truth.extend(values, 0);
        if (truth.tooMany || truth.states.isEmpty() || truth.reachesFar()) {
            return Optional.empty();
        }
        return Optional.of(truth.expectations(true));
    }

    /** By draws from the prior; empty where too few of them are likely. */
    public static Optional<List<Expectation>> weigh(Oracle oracle, int draws, long seed) {
        if (!oracle.observedSums().isEmpty()) {
            // A sum of continuous summands is never met by chance.
            return Optional.empty();
        }
        PosteriorTruth truth = new PosteriorTruth(oracle);
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < draws; k++) {
            oracle.drawUnknowns(random);
            double weight = oracle.logLikelihood();
            if (weight > NONE) {
                truth.states.add(oracle.unknownValues());
                truth.logWeights.add(weight);
            }
        }
        return truth.effective() < LEAST_EFFECTIVE ? Optional.empty() : Optional.of(truth.expectations(false));
    }

    /** Gives a value to one more unknown, of those whose values are known to be few. */
    private void extend(double[] values, int assigned) {
        if (tooMany) {
            return;
        }
        if (assigned == unknowns) {
            oracle.assign(values);
            double logDensity;
            try {
                logDensity = oracle.logDensity();
            } catch (OracleException outside) {
                return;
            }
            if (logDensity > NONE) {
                states.add(values.clone());
                logWeights.add(logDensity);
            }
            tooMany |= states.size() > MOST_STATES;
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
            for (double value = Math.ceil(support[0]); value <= Math.min(FARTHEST, support[1]); value++) {
                values[k] = value;
                extend(values, assigned + 1);
            }
            values[k] = Double.NaN;
            return;
        }
        tooMany = true;
    }

    private boolean reachesFar() {
        double[] weights = weights();
        double far = 0;
        for (int i = 0; i < weights.length; i++) {
            for (double value : states.get(i)) {
                far += value >= FARTHEST ? weights[i] : 0;
            }
        }
        return far > NEGLIGIBLE;
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
