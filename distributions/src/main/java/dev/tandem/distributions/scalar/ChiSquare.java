package dev.tandem.distributions.scalar;

import org.apache.commons.rng.UniformRandomProvider;

/** The chi-square distribution. */
public final class ChiSquare {
    private ChiSquare() {}

    /** The log density of {@code dchisqr} at x. */
    public static double logDensity(double x, double degrees) {
        return Gamma.logDensity(x, 0.5 * degrees, 0.5);
    }

    /** d log density / d x. */
    public static double d0(double x, double degrees) {
        return Gamma.d0(x, 0.5 * degrees, 0.5);
    }

    /** d log density / d degrees. */
    public static double d1(double x, double degrees) {
        return 0.5 * Gamma.d1(x, 0.5 * degrees, 0.5);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double degrees) {
        return Gamma.cumulative(x, 0.5 * degrees, 0.5);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double degrees) {
        return Gamma.survival(x, 0.5 * degrees, 0.5);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double degrees) {
        return Gamma.logCumulative(x, 0.5 * degrees, 0.5);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double degrees) {
        return Gamma.logSurvival(x, 0.5 * degrees, 0.5);
    }

    /** d cumulative / d degrees. */
    public static double c1(double x, double degrees) {
        return 0.5 * Gamma.c1(x, 0.5 * degrees, 0.5);
    }

    /** d cumulative / d degrees over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double degrees, double logScale) {
        return 0.5 * Gamma.c1(x, 0.5 * degrees, 0.5, logScale);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double degrees) {
        return Gamma.quantile(p, 0.5 * degrees, 0.5);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double degrees) {
        return Gamma.sample(rng, 0.5 * degrees, 0.5);
    }

    /** The lower end of the support. */
    public static double lower(double degrees) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double degrees) {
        return Double.POSITIVE_INFINITY;
    }
}
