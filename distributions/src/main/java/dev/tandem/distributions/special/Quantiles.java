package dev.tandem.distributions.special;

import java.util.function.DoubleUnaryOperator;

/** Inverts a distribution function by bisection over the doubles themselves, or over the integers. */
public final class Quantiles {
    /** Rounding in the distribution function must not push a quantile one integer too far. */
    private static final double FUZZ = 64 * Math.ulp(1.0);

    private Quantiles() {}

    /** At most 64 evaluations, to the last bit of the distribution function given. */
    public static double continuous(
            DoubleUnaryOperator cumulative, DoubleUnaryOperator survival, double p, double lower, double upper) {
        if (!(p >= 0 && p <= 1)) {
            return Double.NaN;
        }
        if (p == 0 || p == 1) {
            return p == 0 ? lower : upper;
        }
        long below = rank(lower);
        long above = rank(upper);
        while (above - below > 1 || above - below < 0) {
            long middle = (below >> 1) + (above >> 1) + (below & above & 1);
            double excess = excess(cumulative, survival, fromRank(middle), p);
            if (excess >= 0) {
                above = middle;
            } else if (excess < 0) {
                below = middle;
            } else {
                return Double.NaN;
            }
        }
        return fromRank(above);
    }

    public static double discrete(
            DoubleUnaryOperator cumulative, DoubleUnaryOperator survival, double p, double lower, double upper) {
        if (!(p >= 0 && p <= 1)) {
            return Double.NaN;
        }
        if (p == 0 || p == 1) {
            return p == 0 ? lower : upper;
        }
        double target = p < 0.5 ? p * (1 - FUZZ) : p;
        double below = lower - 1;
        double above = lower;
        double step = 1;
        while (above < upper && !(excess(cumulative, survival, above, target) >= -slack(target))) {
            below = above;
            above = Math.min(upper, above + step);
            step *= 2;
        }
        if (Double.isInfinite(above)) {
            return above;
        }
        while (above - below > 1) {
            double middle = Math.floor(below + (above - below) / 2);
            if (excess(cumulative, survival, middle, target) >= -slack(target)) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return above;
    }

    /** By how much the distribution function at x is above p, from the smaller tail; not a number where it is not one. */
    private static double excess(DoubleUnaryOperator cumulative, DoubleUnaryOperator survival, double x, double p) {
        return p < 0.5 ? cumulative.applyAsDouble(x) - p : 1 - p - survival.applyAsDouble(x);
    }

    /** What rounding may take from the upper tail; in the lower one the target has been lowered instead. */
    private static double slack(double target) {
        return target < 0.5 ? 0 : FUZZ;
    }

    /** The position of a double in the order of all doubles. */
    private static long rank(double x) {
        long bits = Double.doubleToLongBits(x);
        return bits >= 0 ? bits : Long.MIN_VALUE - bits;
    }

    private static double fromRank(long rank) {
        return Double.longBitsToDouble(rank >= 0 ? rank : Long.MIN_VALUE - rank);
    }
}
