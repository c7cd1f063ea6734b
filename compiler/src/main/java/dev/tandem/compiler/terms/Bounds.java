package dev.tandem.compiler.terms;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;

/** The map from a free coordinate to a number between two bounds, either of which may be infinite. */
public final class Bounds {
    private Bounds() {}

    /** The number. */
    public static double value(double q, double lower, double upper) {
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        if (below && above) {
            return lower + (upper - lower) * Exponentials.ilogit(q);
        }
        return below ? lower + Elementary.exp(q) : above ? upper - Elementary.exp(q) : q;
    }

    /** The free coordinate of a number, the inverse of {@link #value}. */
    public static double free(double value, double lower, double upper) {
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        if (below && above) {
            return Exponentials.logit((value - lower) / (upper - lower));
        }
        return below ? Elementary.log(value - lower) : above ? Elementary.log(upper - value) : value;
    }

    /** d value / d q. */
    public static double valueBy(double q, double lower, double upper) {
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        if (below && above) {
            double s = Exponentials.ilogit(q);
            return (upper - lower) * s * (1 - s);
        }
        return below ? Elementary.exp(q) : above ? -Elementary.exp(q) : 1;
    }

    /** d value / d lower. */
    public static double valueByLower(double q, double lower, double upper) {
        if (!(lower > Double.NEGATIVE_INFINITY)) {
            return 0;
        }
        return upper < Double.POSITIVE_INFINITY ? 1 - Exponentials.ilogit(q) : 1;
    }

    /** d value / d upper. */
    public static double valueByUpper(double q, double lower, double upper) {
        if (!(upper < Double.POSITIVE_INFINITY)) {
            return 0;
        }
        return lower > Double.NEGATIVE_INFINITY ? Exponentials.ilogit(q) : 1;
    }

    /** log |d value / d q|. */
    public static double logJacobian(double q, double lower, double upper) {
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        if (below && above) {
            return Elementary.log(upper - lower) + logJacobianOfLogit(q);
        }
        return below || above ? q : 0;
    }

    /** d log Jacobian / d q. */
    public static double logJacobianBy(double q, double lower, double upper) {
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        return below && above ? 1 - 2 * Exponentials.ilogit(q) : below || above ? 1 : 0;
    }

    /** d log Jacobian / d upper, and its negative by lower. */
    public static double logJacobianByUpper(double q, double lower, double upper) {
        double width = upper - lower;
        return width < Double.POSITIVE_INFINITY ? 1 / width : 0;
    }

    /** d log Jacobian / d lower. */
    public static double logJacobianByLower(double q, double lower, double upper) {
        return -logJacobianByUpper(q, lower, upper);
    }

    /** log of s (1 - s) at s = ilogit(q). */
    public static double logJacobianOfLogit(double q) {
        double a = Math.abs(q);
        return -a - 2 * Elementary.log1p(Elementary.exp(-a));
    }

    /** Its derivative. */
    public static double logJacobianOfLogitBy(double q) {
        return 1 - 2 * Exponentials.ilogit(q);
    }
}
