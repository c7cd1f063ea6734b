package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The half-Cauchy distribution by scale: what a Cauchy distribution around zero leaves above it (Gelman 2006). */
public final class HalfCauchy {
    private static final double LOG_TWO_OVER_PI = Elementary.log(2 / Math.PI);

    private HalfCauchy() {}

    /** The log density of {@code dhalfcauchy} at x. */
    public static double logDensity(double x, double scale) {
        if (!(x >= 0 && scale > 0)) {
            return Outside.of(x, scale);
        }
        return LOG_TWO_OVER_PI - Elementary.log(scale) - logOnePlusSquare(x / scale);
    }

    /** log(1 + z^2), without overflow. */
    private static double logOnePlusSquare(double z) {
        return z > 1e8 ? 2 * Elementary.log(z) : Elementary.log1p(z * z);
    }

    /** d log density / d x. */
    public static double d0(double x, double scale) {
        double z = x / scale;
        return z > 1 ? -2 / (x + scale / z) : -2 * z / (scale * (1 + z * z));
    }

    /** d log density / d scale. */
    public static double d1(double x, double scale) {
        // (z^2 - 1) / (z^2 + 1) divided by the scale, in terms of the smaller of z and 1 / z.
        double z = x / scale;
        double small = z > 1 ? 1 / z : z;
        double ratio = (1 - small) * (1 + small) / (1 + small * small);
        return (z > 1 ? ratio : -ratio) / scale;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double scale) {
        return x <= 0 ? 0 : 2 / Math.PI * Elementary.atan(x / scale);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double scale) {
        return x <= 0 ? 1 : 2 / Math.PI * Elementary.atan(scale / x);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double scale) {
        return x <= 0
                ? Double.NEGATIVE_INFINITY
                : x > scale ? Elementary.log1p(-survival(x, scale)) : Elementary.log(cumulative(x, scale));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double scale) {
        return x <= 0 ? 0 : x > scale ? Elementary.log(survival(x, scale)) : Elementary.log1p(-cumulative(x, scale));
    }

    /** d cumulative / d scale. */
    public static double c1(double x, double scale) {
        return x <= 0 || Double.isInfinite(x) ? 0 : -x / scale * Elementary.exp(logDensity(x, scale));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double scale) {
        return p < 0.5 ? scale * Elementary.tan(Math.PI / 2 * p) : scale / Elementary.tan(Math.PI / 2 * (1 - p));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double scale) {
        return quantile(rng.nextDouble(), scale);
    }

    /** The lower end of the support. */
    public static double lower(double scale) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double scale) {
        return Double.POSITIVE_INFINITY;
    }
}
