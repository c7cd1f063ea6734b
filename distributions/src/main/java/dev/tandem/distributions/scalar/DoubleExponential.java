package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The Laplace distribution by mean and inverse scale. */
public final class DoubleExponential {
    private DoubleExponential() {}

    /** The log density of {@code ddexp} at x. */
    public static double logDensity(double x, double mean, double inverseScale) {
        if (!(inverseScale > 0)) {
            return Outside.of(x, mean, inverseScale);
        }
        return Elementary.log(0.5 * inverseScale) - inverseScale * Math.abs(x - mean);
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double inverseScale) {
        return -inverseScale * Math.signum(x - mean);
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double inverseScale) {
        return inverseScale * Math.signum(x - mean);
    }

    /** d log density / d inverseScale. */
    public static double d2(double x, double mean, double inverseScale) {
        return 1 / inverseScale - Math.abs(x - mean);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double inverseScale) {
        double z = inverseScale * (x - mean);
        return z < 0 ? 0.5 * Elementary.exp(z) : 1 - 0.5 * Elementary.exp(-z);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double inverseScale) {
        return cumulative(-x, -mean, inverseScale);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double inverseScale) {
        double z = inverseScale * (x - mean);
        return z < 0 ? z + Elementary.log(0.5) : Elementary.log1p(-0.5 * Elementary.exp(-z));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double inverseScale) {
        return logCumulative(-x, -mean, inverseScale);
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean, double inverseScale) {
        return -Elementary.exp(logDensity(x, mean, inverseScale));
    }

    /** d cumulative / d inverseScale. */
    public static double c2(double x, double mean, double inverseScale) {
        return Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, mean, inverseScale)) * (x - mean) / inverseScale;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean, double inverseScale) {
        return mean + (p < 0.5 ? Elementary.log(2 * p) : -Elementary.log(2 * (1 - p))) / inverseScale;
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double inverseScale) {
        return quantile(Draws.open(rng), mean, inverseScale);
    }

    /** The lower end of the support. */
    public static double lower(double mean, double inverseScale) {
        return Double.NEGATIVE_INFINITY;
    }

    /** The upper end of the support. */
    public static double upper(double mean, double inverseScale) {
        return Double.POSITIVE_INFINITY;
    }
}
