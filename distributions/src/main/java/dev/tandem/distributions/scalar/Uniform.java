package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The uniform distribution between two bounds. */
public final class Uniform {
    private Uniform() {}

    /** The log density of {@code dunif} at x. */
    public static double logDensity(double x, double a, double b) {
        if (!(a < b && x >= a && x <= b)) {
            return Outside.of(x, a, b);
        }
        return -Elementary.log(b - a);
    }

    /** d log density / d x. */
    public static double d0(double x, double a, double b) {
        return 0;
    }

    /** d log density / d a. */
    public static double d1(double x, double a, double b) {
        return 1 / (b - a);
    }

    /** d log density / d b. */
    public static double d2(double x, double a, double b) {
        return 1 / (a - b);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double a, double b) {
        return x <= a ? 0 : x >= b ? 1 : (x - a) / (b - a);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double a, double b) {
        return x <= a ? 1 : x >= b ? 0 : (b - x) / (b - a);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double a, double b) {
        return Elementary.log(cumulative(x, a, b));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double a, double b) {
        return Elementary.log(survival(x, a, b));
    }

    /** d cumulative / d a. */
    public static double c1(double x, double a, double b) {
        return x <= a || x >= b ? 0 : (x - b) / ((b - a) * (b - a));
    }

    /** d cumulative / d b. */
    public static double c2(double x, double a, double b) {
        return x <= a || x >= b ? 0 : (a - x) / ((b - a) * (b - a));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double a, double b) {
        return a + p * (b - a);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double a, double b) {
        return a + Draws.open(rng) * (b - a);
    }

    /** The lower end of the support. */
    public static double lower(double a, double b) {
        return a;
    }

    /** The upper end of the support. */
    public static double upper(double a, double b) {
        return b;
    }
}
