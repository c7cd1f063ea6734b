package dev.tandem.distributions;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/** The standard normal distribution function, its logarithm far into the tails, its inverse and the Mills ratio. */
public final class NormalIntegral {
    private static final double ROOT_HALF = 0.7071067811865476;
    private static final double ROOT_TWO_OVER_PI = 0.7978845608028654;

    private NormalIntegral() {}

    /** Pr(Z &lt;= z). */
    public static double cumulative(double z) {
        return 0.5 * Erfc.value(-z * ROOT_HALF);
    }

    /** log Pr(Z &lt;= z), to full precision in both tails. */
    public static double logCumulative(double z) {
        if (z < -1) {
            return Double.isInfinite(z) ? z : Math.log(0.5 * Erfcx.value(-z * ROOT_HALF)) - 0.5 * z * z;
        }
        return Math.log1p(-0.5 * Erfc.value(z * ROOT_HALF));
    }

    /** The derivative of {@link #logCumulative}: density over distribution function. */
    public static double millsRatio(double z) {
        if (z < -1) {
            return ROOT_TWO_OVER_PI / Erfcx.value(-z * ROOT_HALF);
        }
        return density(z) / cumulative(z);
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
