package dev.tandem.distributions.scalar;

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
        double power = shape == 1 ? 0 : (shape - 1) * Math.log(x);
        return Math.log(shape * rate) + power - rate * Math.pow(x, shape);
    }

    /** d log density / d x. */
    public static double d0(double x, double shape, double rate) {
        return (shape - 1 - rate * shape * Math.pow(x, shape)) / x;
    }

    /** d log density / d shape. */
    public static double d1(double x, double shape, double rate) {
        double y = Math.log(x);
        return 1 / shape + y - rate * y * Math.pow(x, shape);
    }

    /** d log density / d rate. */
    public static double d2(double x, double shape, double rate) {
        return 1 / rate - Math.pow(x, shape);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double shape, double rate) {
        return x <= 0 ? 0 : -Math.expm1(-rate * Math.pow(x, shape));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double shape, double rate) {
        return x <= 0 ? 1 : Math.exp(-rate * Math.pow(x, shape));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double shape, double rate) {
        return x <= 0 ? Double.NEGATIVE_INFINITY : Exponentials.log1mExp(-rate * Math.pow(x, shape));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double shape, double rate) {
        return x <= 0 ? 0 : -rate * Math.pow(x, shape);
    }

    /** d cumulative / d shape. */
    public static double c1(double x, double shape, double rate) {
        if (x <= 0 || Double.isInfinite(x)) {
            return 0;
        }
        double power = rate * Math.pow(x, shape);
        return power * Math.log(x) * Math.exp(-power);
    }

    /** d cumulative / d rate. */
    public static double c2(double x, double shape, double rate) {
        if (x <= 0 || Double.isInfinite(x)) {
            return 0;
        }
        double power = Math.pow(x, shape);
        return power * Math.exp(-rate * power);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double shape, double rate) {
        return Math.pow(-Math.log1p(-p) / rate, 1 / shape);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double shape, double rate) {
        return Math.pow(Exponential.sample(rng, rate), 1 / shape);
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
