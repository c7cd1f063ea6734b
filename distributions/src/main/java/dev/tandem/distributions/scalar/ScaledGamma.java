package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The distribution of a precision whose standard deviation is half-t with the given scale: F(df, 1) / s^2. */
public final class ScaledGamma {
    private ScaledGamma() {}

    /** The log density of {@code dscaled.gamma} at x. */
    public static double logDensity(double x, double scale, double degrees) {
        if (!(scale > 0 && degrees > 0)) {
            return Outside.of(x, scale, degrees);
        }
        return FDistribution.logDensity(x * scale * scale, degrees, 1) + 2 * Elementary.log(scale);
    }

    /** d log density / d x. */
    public static double d0(double x, double scale, double degrees) {
        return scale * scale * FDistribution.d0(x * scale * scale, degrees, 1);
    }

    /** d log density / d scale. */
    public static double d1(double x, double scale, double degrees) {
        double y = x * scale * scale;
        return 2 / scale * (1 + y * FDistribution.d0(y, degrees, 1));
    }

    /** d log density / d degrees. */
    public static double d2(double x, double scale, double degrees) {
        return FDistribution.d1(x * scale * scale, degrees, 1);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double scale, double degrees) {
        return FDistribution.cumulative(x * scale * scale, degrees, 1);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double scale, double degrees) {
        return FDistribution.survival(x * scale * scale, degrees, 1);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double scale, double degrees) {
        return FDistribution.logCumulative(x * scale * scale, degrees, 1);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double scale, double degrees) {
        return FDistribution.logSurvival(x * scale * scale, degrees, 1);
    }

    /** d cumulative / d scale. */
    public static double c1(double x, double scale, double degrees) {
        return x <= 0 || Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, scale, degrees)) * 2 * x / scale;
    }

    /** d cumulative / d degrees. */
    public static double c2(double x, double scale, double degrees) {
        return FDistribution.c1(x * scale * scale, degrees, 1);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double scale, double degrees) {
        return FDistribution.quantile(p, degrees, 1) / (scale * scale);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double scale, double degrees) {
        return FDistribution.sample(rng, degrees, 1) / (scale * scale);
    }

    /** The lower end of the support. */
    public static double lower(double scale, double degrees) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double scale, double degrees) {
        return Double.POSITIVE_INFINITY;
    }
}
