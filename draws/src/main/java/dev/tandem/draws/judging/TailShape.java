package dev.tandem.draws.judging;

import java.util.Arrays;

/**
 * How heavy the tails of draws are: the shape k of a generalised Pareto distribution fitted to each. Moments of order 1/k and
 * more do not exist; from 0.7 on means of draws are not to be relied on (Vehtari, Simpson, Gelman, Yao and Gabry 2024).
 */
public final class TailShape {
    /** A longer tail than this share of all draws is no tail. */
    private static final double LONGEST = 0.2;

    private TailShape() {}

    /**
     * The larger shape of the two tails; NaN if there are too few draws to tell, or a tail has one value.
     *
     * @param effectiveSize of these draws: the more they depend on each other, the more of them make a tail
     */
    public static double of(double[][] chains, double effectiveSize) {
        double[] sorted =
                Arrays.stream(chains).flatMapToDouble(Arrays::stream).sorted().toArray();
        int n = sorted.length;
        double dependence = n / Math.min(n, Math.max(1, effectiveSize));
        int tail = (int) Math.ceil(Math.min(LONGEST * n, 3 * Math.sqrt(n * dependence)));
        double upper = ofTail(sorted, tail);
        for (int i = 0; i < n / 2; i++) {
            double kept = sorted[i];
            sorted[i] = -sorted[n - 1 - i];
            sorted[n - 1 - i] = -kept;
        }
        if (n % 2 == 1) {
            sorted[n / 2] = -sorted[n / 2];
        }
        double lower = ofTail(sorted, tail);
        return Double.isNaN(upper) ? lower : Double.isNaN(lower) ? upper : Math.max(lower, upper);
    }

    private static double ofTail(double[] sorted, int tail) {
        int n = sorted.length;
        if (tail < ParetoSmoothing.LEAST_TAIL || tail >= n) {
            return Double.NaN;
        }
        double cutoff = sorted[n - tail - 1];
        double[] beyond = new double[tail];
        Arrays.setAll(beyond, i -> sorted[n - tail + i] - cutoff);
        // Many equal values, as at a bound, have no shape.
        return beyond[tail / 4] > 0 && Double.isFinite(beyond[tail - 1]) ? ParetoSmoothing.shape(beyond) : Double.NaN;
    }
}
