package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The Weibull distribution of JAGS: density v lambda x^(v-1) exp(-lambda x^v). */
public final class Weibull {
    private Weibull() {}

    /** The log density of {@code dweib} at x. */
    public static double logDensity(double x, double shape, double rate) {
        if (!(x >= 0 && shape > 0 && rate > 0)) {
            return Outside.of(x, shape, rate);
        }
        double power = shape == 1 ? 0 : (shape - 1) * Elementary.log(x);
        return Elementary.log(shape * rate) + power - rate * Elementary.pow(x, shape);
    }

    /** d log density / d x. */
    public static double d0(double x, double shape, double rate) {
        return (shape - 1 - rate * shape * Elementary.pow(x, shape)) / x;
    }

    /** d log density / d shape. */
    public static double d1(double x, double shape, double rate) {
        double y = Elementary.log(x);
        return 1 / shape + y - rate * y * Elementary.pow(x, shape);
    }

    /** d log density / d rate. */
    public static double d2(double x, double shape, double rate) {
        return 1 / rate - Elementary.pow(x, shape);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double shape, double rate) {
        return x <= 0 ? 0 : -Elementary.expm1(-rate * Elementary.pow(x, shape));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double shape, double rate) {
        return x <= 0 ? 1 : Elementary.exp(-rate * Elementary.pow(x, shape));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double shape, double rate) {
        return x <= 0 ? Double.NEGATIVE_INFINITY : Exponentials.log1mExp(-rate * Elementary.pow(x, shape));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double shape, double rate) {
        return x <= 0 ? 0 : -rate * Elementary.pow(x, shape);
    }

    /** d cumulative / d shape. */
    public static double c1(double x, double shape, double rate) {
        if (x <= 0 || Double.isInfinite(x)) {
            return 0;
        }
        double power = rate * Elementary.pow(x, shape);
        return power * Elementary.log(x) * Elementary.exp(-power);
    }

    /** d cumulative / d rate. */
    public static double c2(double x, double shape, double rate) {
        if (x <= 0 || Double.isInfinite(x)) {
            return 0;
        }
        double power = Elementary.pow(x, shape);
        return power * Elementary.exp(-rate * power);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double shape, double rate) {
        return Elementary.pow(-Elementary.log1p(-p) / rate, 1 / shape);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double shape, double rate) {
        return Elementary.pow(Exponential.sample(rng, rate), 1 / shape);
    }

    /** The lower end of the support. */
    public static double lower(double shape, double rate) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double shape, double rate) {
        return Double.POSITIVE_INFINITY;
    }
}
