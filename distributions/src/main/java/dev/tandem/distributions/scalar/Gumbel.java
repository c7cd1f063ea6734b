package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The Gumbel distribution by mode and scale: where the largest of many values lies, of floods or of wind. With z = (x -
 * mode) / scale, exp(-z) is exponential with rate 1.
 */
public final class Gumbel {
    private Gumbel() {}

    /** The log density of {@code dgumbel} at x. */
    public static double logDensity(double x, double mode, double scale) {
        if (!(scale > 0)) {
            return Outside.of(x, mode, scale);
        }
        double z = (x - mode) / scale;
        return Double.isInfinite(z) ? Double.NEGATIVE_INFINITY : -Elementary.log(scale) - z - Elementary.exp(-z);
    }

    /** d log density / d x. */
    public static double d0(double x, double mode, double scale) {
        return Elementary.expm1((mode - x) / scale) / scale;
    }

    /** d log density / d mode. */
    public static double d1(double x, double mode, double scale) {
        return -d0(x, mode, scale);
    }

    /** d log density / d scale. */
    public static double d2(double x, double mode, double scale) {
        double z = (x - mode) / scale;
        return (-z * Elementary.expm1(-z) - 1) / scale;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mode, double scale) {
        return Elementary.exp(logCumulative(x, mode, scale));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mode, double scale) {
        return -Elementary.expm1(logCumulative(x, mode, scale));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mode, double scale) {
        return -Elementary.exp((mode - x) / scale);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mode, double scale) {
        double z = (x - mode) / scale;
        // Far out the probability is exp(-z), whose logarithm may be below that of the smallest double.
        return z > 40 ? -z : Elementary.log(survival(x, mode, scale));
    }

    /** d cumulative / d mode. */
    public static double c1(double x, double mode, double scale) {
        return -Elementary.exp(logDensity(x, mode, scale));
    }

    /** d cumulative / d scale. */
    public static double c2(double x, double mode, double scale) {
        return Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, mode, scale)) * (mode - x) / scale;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mode, double scale) {
        return mode - scale * Elementary.log(-Elementary.log(p));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mode, double scale) {
        return quantile(Draws.open(rng), mode, scale);
    }

    /** The lower end of the support. */
    public static double lower(double mode, double scale) {
        return Double.NEGATIVE_INFINITY;
    }

    /** The upper end of the support. */
    public static double upper(double mode, double scale) {
        return Double.POSITIVE_INFINITY;
    }
}
