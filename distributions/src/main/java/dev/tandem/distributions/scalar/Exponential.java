package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** The exponential distribution by rate. */
public final class Exponential {
    private Exponential() {}

    /** The log density of {@code dexp} at x. */
    public static double logDensity(double x, double rate) {
        if (!(x >= 0 && rate > 0)) {
            return Outside.of(x, rate);
        }
        return Elementary.log(rate) - rate * x;
    }

    /** d log density / d x. */
    public static double d0(double x, double rate) {
        return -rate;
    }

    /** d log density / d rate. */
    public static double d1(double x, double rate) {
        return 1 / rate - x;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double rate) {
        return x <= 0 ? 0 : -Elementary.expm1(-rate * x);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double rate) {
        return x <= 0 ? 1 : Elementary.exp(-rate * x);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double rate) {
        return x <= 0 ? Double.NEGATIVE_INFINITY : Exponentials.log1mExp(-rate * x);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double rate) {
        return x <= 0 ? 0 : -rate * x;
    }

    /** d cumulative / d rate. */
    public static double c1(double x, double rate) {
        return x <= 0 || Double.isInfinite(x) ? 0 : x * Elementary.exp(-rate * x);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double rate) {
        return -Elementary.log1p(-p) / rate;
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double rate) {
        return ZigguratSampler.Exponential.of(rng).sample() / rate;
    }

    /** The lower end of the support. */
    public static double lower(double rate) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double rate) {
        return Double.POSITIVE_INFINITY;
    }
}
