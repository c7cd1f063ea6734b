package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The distribution of exp(Y), Y normal by mean and precision. */
public final class LogNormal {
    private LogNormal() {}

    /** The log density of {@code dlnorm} at x. */
    public static double logDensity(double x, double mean, double precision) {
        if (!(x > 0 && precision > 0)) {
            return Outside.of(x, mean, precision);
        }
        double y = Elementary.log(x);
        return Normal.logDensity(y, mean, precision) - y;
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double precision) {
        return (precision * (mean - Elementary.log(x)) - 1) / x;
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double precision) {
        return Normal.d1(Elementary.log(x), mean, precision);
    }

    /** d log density / d precision. */
    public static double d2(double x, double mean, double precision) {
        return Normal.d2(Elementary.log(x), mean, precision);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double precision) {
        return Normal.cumulative(Elementary.log(Math.max(0, x)), mean, precision);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double precision) {
        return Normal.survival(Elementary.log(Math.max(0, x)), mean, precision);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double precision) {
        return Normal.logCumulative(Elementary.log(Math.max(0, x)), mean, precision);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double precision) {
        return Normal.logSurvival(Elementary.log(Math.max(0, x)), mean, precision);
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean, double precision) {
        return x > 0 ? Normal.c1(Elementary.log(x), mean, precision) : 0;
    }

    /** d cumulative / d precision. */
    public static double c2(double x, double mean, double precision) {
        return x > 0 ? Normal.c2(Elementary.log(x), mean, precision) : 0;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean, double precision) {
        return Elementary.exp(Normal.quantile(p, mean, precision));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double precision) {
        return Elementary.exp(Normal.sample(rng, mean, precision));
    }

    /** The lower end of the support. */
    public static double lower(double mean, double precision) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double mean, double precision) {
        return Double.POSITIVE_INFINITY;
    }
}
