package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The noncentral t distribution: a normal by mean and precision over the root of chi-square over its degrees. */
public final class NoncentralT {
    private NoncentralT() {}

    /** The log density of {@code dnt} at x. */
    public static double logDensity(double x, double mean, double precision, double degrees) {
        if (!(precision > 0 && degrees > 0)) {
            return Outside.of(x, mean, precision, degrees);
        }
        double root = Math.sqrt(precision);
        return NoncentralTIntegral.logDensity(root * x, root * mean, degrees) + 0.5 * Elementary.log(precision);
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        return root * NoncentralTIntegral.byValue(root * x, root * mean, degrees);
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        return root * NoncentralTIntegral.byShift(root * x, root * mean, degrees);
    }

    /** d log density / d precision. */
    public static double d2(double x, double mean, double precision, double degrees) {
        return 0.5 / precision * (1 + x * d0(x, mean, precision, degrees) + mean * d1(x, mean, precision, degrees));
    }

    /** d log density / d degrees. */
    public static double d3(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        return NoncentralTIntegral.byDegrees(root * x, root * mean, degrees);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        return NoncentralTIntegral.cumulative(root * x, root * mean, degrees);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double precision, double degrees) {
        return cumulative(-x, -mean, precision, degrees);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double precision, double degrees) {
        return Elementary.log(cumulative(x, mean, precision, degrees));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double precision, double degrees) {
        return Elementary.log(survival(x, mean, precision, degrees));
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        return Double.isInfinite(x) ? 0 : root * NoncentralTIntegral.cumulativeByShift(root * x, root * mean, degrees);
    }

    /** d cumulative / d precision: it scales value and mean. */
    public static double c2(double x, double mean, double precision, double degrees) {
        if (Double.isInfinite(x)) {
            return 0;
        }
        double root = Math.sqrt(precision);
        double byShift = NoncentralTIntegral.cumulativeByShift(root * x, root * mean, degrees);
        double density = Elementary.exp(NoncentralTIntegral.logDensity(root * x, root * mean, degrees));
        return 0.5 / root * (x * density + mean * byShift);
    }

    /** d cumulative / d degrees. */
    public static double c3(double x, double mean, double precision, double degrees) {
        double root = Math.sqrt(precision);
        double z = root * x;
        double shift = root * mean;
        if (Double.isInfinite(x)) {
            return 0;
        }
        // From the smaller tail, which a difference to one would drown.
        return NoncentralTIntegral.cumulative(z, shift, degrees) < 0.5
                ? NoncentralTIntegral.cumulativeByDegrees(z, shift, degrees)
                : -NoncentralTIntegral.cumulativeByDegrees(-z, -shift, degrees);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean, double precision, double degrees) {
        return Quantiles.continuous(
                x -> cumulative(x, mean, precision, degrees),
                x -> survival(x, mean, precision, degrees),
                p,
                lower(mean, precision, degrees),
                upper(mean, precision, degrees));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double precision, double degrees) {
        return Normal.sample(rng, mean, precision) * Math.sqrt(0.5 * degrees / Draws.gamma(rng, 0.5 * degrees));
    }

    /** The lower end of the support. */
    public static double lower(double mean, double precision, double degrees) {
        return Double.NEGATIVE_INFINITY;
    }

    /** The upper end of the support. */
    public static double upper(double mean, double precision, double degrees) {
        return Double.POSITIVE_INFINITY;
    }
}
