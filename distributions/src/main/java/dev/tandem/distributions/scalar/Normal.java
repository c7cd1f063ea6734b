package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.NormalIntegral;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** The normal distribution by mean and precision. */
public final class Normal {
    private Normal() {}

    /** The log density of {@code dnorm} at x. */
    public static double logDensity(double x, double mean, double precision) {
        if (!(precision > 0)) {
            return Outside.of(x, mean, precision);
        }
        double z = x - mean;
        return 0.5 * (Elementary.log(precision) - precision * z * z) - GammaFunction.HALF_LOG_TWO_PI;
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double precision) {
        return precision * (mean - x);
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double precision) {
        return precision * (x - mean);
    }

    /** d log density / d precision. */
    public static double d2(double x, double mean, double precision) {
        double z = x - mean;
        return 0.5 * (1 / precision - z * z);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double precision) {
        return NormalIntegral.cumulative((x - mean) * Math.sqrt(precision));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double precision) {
        return NormalIntegral.cumulative((mean - x) * Math.sqrt(precision));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double precision) {
        return NormalIntegral.logCumulative((x - mean) * Math.sqrt(precision));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double precision) {
        return NormalIntegral.logCumulative((mean - x) * Math.sqrt(precision));
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean, double precision) {
        return -Elementary.exp(logDensity(x, mean, precision));
    }

    /** d cumulative / d precision. */
    public static double c2(double x, double mean, double precision) {
        return Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, mean, precision)) * (x - mean) / (2 * precision);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean, double precision) {
        return mean + NormalIntegral.quantile(p) / Math.sqrt(precision);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double precision) {
        return mean + ZigguratSampler.NormalizedGaussian.of(rng).sample() / Math.sqrt(precision);
    }

    /** The lower end of the support. */
    public static double lower(double mean, double precision) {
        return Double.NEGATIVE_INFINITY;
    }

    /** The upper end of the support. */
    public static double upper(double mean, double precision) {
        return Double.POSITIVE_INFINITY;
    }
}
