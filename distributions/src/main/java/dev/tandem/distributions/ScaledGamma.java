package dev.tandem.distributions;

import org.apache.commons.rng.UniformRandomProvider;

/** The distribution of a precision whose standard deviation is half-t: gamma(df/2, df s^2/2). */
public final class ScaledGamma {
    private ScaledGamma() {}

    /** The log density of {@code dscaled.gamma} at x. */
    public static double logDensity(double x, double scale, double degrees) {
        if (!(scale > 0 && degrees > 0)) {
            return Outside.of(x, scale, degrees);
        }
        return Gamma.logDensity(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** d log density / d x. */
    public static double d0(double x, double scale, double degrees) {
        return Gamma.d0(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** d log density / d scale. */
    public static double d1(double x, double scale, double degrees) {
        return degrees * scale * Gamma.d2(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** d log density / d degrees. */
    public static double d2(double x, double scale, double degrees) {
        double rate = rate(scale, degrees);
        return 0.5 * (Gamma.d1(x, 0.5 * degrees, rate) + scale * scale * Gamma.d2(x, 0.5 * degrees, rate));
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double scale, double degrees) {
        return Gamma.cumulative(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double scale, double degrees) {
        return Gamma.survival(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double scale, double degrees) {
        return Gamma.logCumulative(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double scale, double degrees) {
        return Gamma.logSurvival(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** d cumulative / d scale. */
    public static double c1(double x, double scale, double degrees) {
        return degrees * scale * Gamma.c2(x, 0.5 * degrees, rate(scale, degrees));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double scale, double degrees) {
        return Gamma.quantile(p, 0.5 * degrees, rate(scale, degrees));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double scale, double degrees) {
        return Gamma.sample(rng, 0.5 * degrees, rate(scale, degrees));
    }

    /** The lower end of the support. */
    public static double lower(double scale, double degrees) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double scale, double degrees) {
        return Double.POSITIVE_INFINITY;
    }

    private static double rate(double scale, double degrees) {
        return 0.5 * degrees * scale * scale;
    }
}
