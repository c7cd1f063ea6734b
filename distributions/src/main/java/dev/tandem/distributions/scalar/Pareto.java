package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
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
        return Elementary.log(alpha) + alpha * (Elementary.log(c) - Elementary.log(x)) - Elementary.log(x);
    }

    /** d log density / d x. */
    public static double d0(double x, double alpha, double c) {
        return -(alpha + 1) / x;
    }

    /** d log density / d alpha. */
    public static double d1(double x, double alpha, double c) {
        return 1 / alpha + Elementary.log(c) - Elementary.log(x);
    }

    /** d log density / d c. */
    public static double d2(double x, double alpha, double c) {
        return alpha / c;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double alpha, double c) {
        return x <= c ? 0 : -Elementary.expm1(alpha * (Elementary.log(c) - Elementary.log(x)));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double alpha, double c) {
        return x <= c ? 1 : Elementary.exp(alpha * (Elementary.log(c) - Elementary.log(x)));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double alpha, double c) {
        return x <= c
                ? Double.NEGATIVE_INFINITY
                : Exponentials.log1mExp(alpha * (Elementary.log(c) - Elementary.log(x)));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double alpha, double c) {
        return x <= c ? 0 : alpha * (Elementary.log(c) - Elementary.log(x));
    }

    /** d cumulative / d alpha. */
    public static double c1(double x, double alpha, double c) {
        if (x <= c || Double.isInfinite(x)) {
            return 0;
        }
        double ratio = Elementary.log(c) - Elementary.log(x);
        return -ratio * Elementary.exp(alpha * ratio);
    }

    /** d cumulative / d c. */
    public static double c2(double x, double alpha, double c) {
        return x <= c ? 0 : -alpha / c * Elementary.exp(alpha * (Elementary.log(c) - Elementary.log(x)));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double alpha, double c) {
        return c * Elementary.exp(-Elementary.log1p(-p) / alpha);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double alpha, double c) {
        return c * Elementary.exp(Exponential.sample(rng, alpha));
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
