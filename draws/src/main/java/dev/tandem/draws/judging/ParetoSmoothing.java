package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.LogSums;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Pareto smoothed importance sampling (Vehtari, Simpson, Gelman, Yao and Gabry 2024): the largest weights are replaced by
 * the expected order statistics of a generalised Pareto distribution that is fitted to them, and its shape k tells whether
 * the weights can be trusted.
 */
public final class ParetoSmoothing {
    /** A tail of fewer weights is not fitted. */
    public static final int LEAST_TAIL = 5;

    private static final int LEAST_GRID = 30;
    private static final double GRID_SPREAD = 3;

    /** The shape is drawn towards one half as if by so many observations: it keeps short tails from extremes. */
    private static final double PRIOR_SIZE = 10;

    private static final double PRIOR_SHAPE = 0.5;

    /** Log weights that add up to one, and the shape of their tail; infinite where nothing could be fitted. */
    @SuppressWarnings("ArrayRecordComponent")
    record Smoothed(double[] logWeights, double shape) {}

    private record Fit(double shape, double scale) {}

    private ParetoSmoothing() {}

    /**
     * Smooths importance ratios.
     *
     * @param relativeEffectiveSize of the draws behind them: the more these depend on each other, the longer the tail
     */
    static Smoothed of(double[] logRatios, double relativeEffectiveSize) {
        int n = logRatios.length;
        return withTail(logRatios, (int) Math.ceil(Math.min(0.2 * n, 3 * Math.sqrt(n / relativeEffectiveSize))));
    }

    /** Smooths so many of the largest importance ratios; a tail that is too short, or holds all of them, is left alone. */
    static Smoothed withTail(double[] logRatios, int tail) {
        int n = logRatios.length;
        double largest = Arrays.stream(logRatios).max().orElseThrow();
        double[] log = new double[n];
        Arrays.setAll(log, i -> logRatios[i] - largest);
        double shape = Double.POSITIVE_INFINITY;
        if (tail >= LEAST_TAIL && tail < n) {
            // The sort is stable: of equal weights the later draw counts as the larger.
            int[] order = IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> log[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            double least = log[order[n - tail]];
            if (log[order[n - 1]] - least >= Math.ulp(1.0) / 100) {
                double cutoff = Math.exp(log[order[n - tail - 1]]);
                double[] exceedances = new double[tail];
                Arrays.setAll(exceedances, i -> Math.exp(log[order[n - tail + i]]) - cutoff);
                Fit fit = fit(exceedances);
                shape = fit.shape();
                if (Double.isFinite(shape)) {
                    for (int i = 0; i < tail; i++) {
                        double smoothed = Math.log(quantile((i + 0.5) / tail, fit) + cutoff);
                        // None beyond the largest that there was.
                        log[order[n - tail + i]] = Math.min(smoothed, 0);
                    }
                }
            }
        }
        double total = LogSums.of(log);
        for (int i = 0; i < n; i++) {
            log[i] -= total;
        }
        return new Smoothed(log, shape);
    }

    /** The shape of a generalised Pareto distribution of positive numbers in order. */
    public static double shape(double[] sorted) {
        return fit(sorted).shape();
    }

    /**
     * Zhang and Stephens (2009): the profile likelihood of shape over scale, averaged over a grid.
     *
     * @param sorted positive numbers in order
     */
    private static Fit fit(double[] sorted) {
        int n = sorted.length;
        int grid = LEAST_GRID + (int) Math.floor(Math.sqrt(n));
        double quartile = sorted[(int) Math.floor(n / 4.0 + 0.5) - 1];
        double[] theta = new double[grid];
        double[] likelihood = new double[grid];
        for (int j = 0; j < grid; j++) {
            theta[j] = 1 / sorted[n - 1] + (1 - Math.sqrt(grid / (j + 0.5))) / GRID_SPREAD / quartile;
            double shape = shape(theta[j], sorted);
            likelihood[j] = n * (Math.log(-theta[j] / shape) - shape - 1);
        }
        double total = LogSums.of(likelihood);
        double mean = 0;
        for (int j = 0; j < grid; j++) {
            mean += theta[j] * Math.exp(likelihood[j] - total);
        }
        double shape = shape(mean, sorted);
        double shrunk = (n * shape + PRIOR_SIZE * PRIOR_SHAPE) / (n + PRIOR_SIZE);
        return new Fit(Double.isNaN(shrunk) ? Double.POSITIVE_INFINITY : shrunk, -shape / mean);
    }

    private static double shape(double theta, double[] sorted) {
        double sum = 0;
        for (double x : sorted) {
            sum += Math.log1p(-theta * x);
        }
        return sum / sorted.length;
    }

    private static double quantile(double p, Fit fit) {
        double log = Math.log1p(-p);
        return fit.shape() == 0 ? -fit.scale() * log : fit.scale() * Math.expm1(-fit.shape() * log) / fit.shape();
    }
}
