package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The Pareto distribution: density a c^a / x^(a+1) for x &gt;= c. */
public final class Pareto {
    private Pareto() {}

    /** The log density of {@code dpar} at x. */
    public static double logDensity(double x, double alpha, double c) {
        if (!(alpha > 0 && c > 0 && x >= c)) {
            return Outside.of(x, alpha, c);
        }
        return Math.log(alpha) + alpha * (Math.log(c) - Math.log(x)) - Math.log(x);
    }

    /** d log density / d x. */
    public static double d0(double x, double alpha, double c) {
        return -(alpha + 1) / x;
    }

    /** d log density / d alpha. */
    public static double d1(double x, double alpha, double c) {
        return 1 / alpha + Math.log(c) - Math.log(x);
    }

    /** d log density / d c. */
    public static double d2(double x, double alpha, double c) {
        return alpha / c;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double alpha, double c) {
        return x <= c ? 0 : -Math.expm1(alpha * (Math.log(c) - Math.log(x)));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double alpha, double c) {
        return x <= c ? 1 : Math.exp(alpha * (Math.log(c) - Math.log(x)));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double alpha, double c) {
        return x <= c ? Double.NEGATIVE_INFINITY : Exponentials.log1mExp(alpha * (Math.log(c) - Math.log(x)));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double alpha, double c) {
        return x <= c ? 0 : alpha * (Math.log(c) - Math.log(x));
    }

    /** d cumulative / d alpha. */
    public static double c1(double x, double alpha, double c) {
        if (x <= c || Double.isInfinite(x)) {
            return 0;
        }
        double ratio = Math.log(c) - Math.log(x);
        return -ratio * Math.exp(alpha * ratio);
    }

    /** d cumulative / d c. */
    public static double c2(double x, double alpha, double c) {
        return x <= c ? 0 : -alpha / c * Math.exp(alpha * (Math.log(c) - Math.log(x)));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double alpha, double c) {
        return c * Math.exp(-Math.log1p(-p) / alpha);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double alpha, double c) {
        return c * Math.exp(Exponential.sample(rng, alpha));
    }

    /** The lower end of the support. */
    public static double lower(double alpha, double c) {
        return c;
    }

    /** The upper end of the support. */
    public static double upper(double alpha, double c) {
        return Double.POSITIVE_INFINITY;
    }
}
