package dev.tandem.distributions.special;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;

/** The standard normal distribution function, its logarithm far into the tails, its inverse and the Mills ratio. */
public final class NormalIntegral {
    private static final double ROOT_HALF = 0.7071067811865476;
    private static final double ONE_OVER_ROOT_TWO_PI = 0.3989422804014327;

    private NormalIntegral() {}

    /** Pr(Z &lt;= z). */
    public static double cumulative(double z) {
        return 0.5 * Erfc.value(-z * ROOT_HALF);
    }

    /** log Pr(Z &lt;= z), to full precision in both tails. */
    public static double logCumulative(double z) {
        return logCumulative(z, FastExponential.ofNonPositive(-0.5 * z * z), NormalTail.scaled(Math.abs(z)));
    }

    /** {@link #logCumulative(double)} where exp(-z^2/2) and the {@linkplain NormalTail scaled tail} at |z| are at hand. */
    public static double logCumulative(double z, double exponential, double tail) {
        if (z < 0) {
            return Math.log(tail) - 0.5 * z * z;
        }
        double beyond = exponential * tail;
        double within = 1 - beyond;
        // What rounding left out of the difference: most of the logarithm, where that is small.
        return Math.log(within) + ((1 - within) - beyond) / within;
    }

    /** The derivative of {@link #logCumulative(double)}: density over distribution function. */
    public static double millsRatio(double z) {
        return millsRatio(z, FastExponential.ofNonPositive(-0.5 * z * z), NormalTail.scaled(Math.abs(z)));
    }

    /** {@link #millsRatio(double)} where exp(-z^2/2) and the {@linkplain NormalTail scaled tail} at |z| are at hand. */
    public static double millsRatio(double z, double exponential, double tail) {
        return ONE_OVER_ROOT_TWO_PI * (z < 0 ? 1 / tail : exponential / (1 - exponential * tail));
    }

    /** exp(-z^2/2) / sqrt(2 pi). */
    public static double density(double z) {
        return Math.exp(-0.5 * z * z - GammaFunction.HALF_LOG_TWO_PI);
    }

    /** The inverse of {@link #cumulative}. */
    public static double quantile(double p) {
        double z = -InverseErfc.value(2 * p) / ROOT_HALF;
        if (p > 1e-300 && p < 0.5 && z < -1) {
            return z - (logCumulative(z) - Math.log(p)) / millsRatio(z);
        }
        return z;
    }
}
