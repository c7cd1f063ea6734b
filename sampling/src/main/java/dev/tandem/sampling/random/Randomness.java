package dev.tandem.sampling.random;

import dev.tandem.distributions.special.Elementary;

/**
 * The random choices that kernels make.
 *
 * <p>Kernels name their choices ({@link #below}, {@link #categorical}, {@link #accept}) instead of turning uniforms into
 * them, so that a test can enumerate every outcome with its probability and build a kernel's transition matrix.
 */
public interface Randomness {
    /** Uniform on [0, 1). */
    double uniform();

    /** Standard normal. */
    double gaussian();

    /** Exponential with mean 1. */
    double exponential();

    /** Uniform on 0, .., {@code count} - 1. */
    int below(int count);

    /** True with probability min(1, exp({@code logProbability})); false for NaN. */
    boolean accept(double logProbability);

    /** An index below {@code count} with probability {@code weights[i] / total}. */
    int categorical(double[] weights, int count, double total);

    /** A fair coin. */
    default boolean coin() {
        return below(2) == 0;
    }

    /** Gamma with the given shape and scale 1 (Marsaglia and Tsang 2000; shapes below 1 by their boost). */
    default double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * Elementary.exp(-exponential() / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double z = gaussian();
            double v = 1 + c * z;
            if (v > 0) {
                v = v * v * v;
                if (exponential() > d * (v - 1 - Elementary.log(v)) - 0.5 * z * z) {
                    return d * v;
                }
            }
        }
    }

    /** Puts the first {@code count} entries in uniformly random order. */
    default void shuffle(int[] values, int count) {
        for (int i = count - 1; i > 0; i--) {
            int j = below(i + 1);
            int swap = values[i];
            values[i] = values[j];
            values[j] = swap;
        }
    }
}
