package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The logistic distribution by mean and inverse scale. */
public final class Logistic {
    private Logistic() {}

    /** The log density of {@code dlogis} at x. */
    public static double logDensity(double x, double mean, double inverseScale) {
        if (!(inverseScale > 0)) {
            return Outside.of(x, mean, inverseScale);
        }
        double z = Math.abs(inverseScale * (x - mean));
        return Elementary.log(inverseScale) - z - 2 * Elementary.log1p(Elementary.exp(-z));
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double inverseScale) {
        return -inverseScale * StrictMath.tanh(0.5 * inverseScale * (x - mean));
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double inverseScale) {
        return inverseScale * StrictMath.tanh(0.5 * inverseScale * (x - mean));
    }

    /** d log density / d inverseScale. */
    public static double d2(double x, double mean, double inverseScale) {
        double z = x - mean;
        return 1 / inverseScale - z * StrictMath.tanh(0.5 * inverseScale * z);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double inverseScale) {
        return Exponentials.ilogit(inverseScale * (x - mean));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double inverseScale) {
        return Exponentials.ilogit(inverseScale * (mean - x));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double inverseScale) {
        return -Exponentials.log1pExp(inverseScale * (mean - x));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double inverseScale) {
        return -Exponentials.log1pExp(inverseScale * (x - mean));
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
        return mean + Exponentials.logit(p) / inverseScale;
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
