package dev.tandem.distributions.catalogue;

import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.special.Elementary;
import java.util.function.DoublePredicate;

/**
 * Quantiles of a distribution between two bounds, both included: by its own quantile where distribution functions keep their
 * digits, otherwise by inverting them on the side and on the scale where they do.
 */
public final class TruncatedQuantile {
    private static final int HALVINGS = 2_000;

    /** Where so little lies above the lower bound, or between the bounds, digits of probabilities are lost. */
    private static final double TAIL = 1e-6;

    /** Smaller probabilities come near the smallest numbers. */
    private static final double SMALLEST = 1e-280;

    /** By the number of the row; empty places for arrays. */
    private static final ScalarDistribution[] LAWS =
            Distributions.all().stream().map(row -> row.scalar().orElse(null)).toArray(ScalarDistribution[]::new);

    private final ScalarDistribution distribution;
    private final double[] p;
    private final double low;
    private final double high;

    private TruncatedQuantile(ScalarDistribution distribution, double[] p, double low, double high) {
        this.distribution = distribution;
        this.p = p;
        this.low = low;
        this.high = high;
    }

    /** The number by which generated code names a distribution. */
    public static int number(Distribution row) {
        return Distributions.all().indexOf(row);
    }

    /** With one parameter. */
    public static double of(double u, double low, double high, double row, double a) {
        return quantile(LAWS[(int) row], u, low, high, a);
    }

    /** With two. */
    public static double of(double u, double low, double high, double row, double a, double b) {
        return quantile(LAWS[(int) row], u, low, high, a, b);
    }

    /** With three. */
    public static double of(double u, double low, double high, double row, double a, double b, double c) {
        return quantile(LAWS[(int) row], u, low, high, a, b, c);
    }

    /** The most parameters that there is a method for. */
    public static int mostParameters() {
        return 3;
    }

    /**
     * The u-quantile of what lies between the bounds, of a continuous distribution.
     *
     * @return NaN if nothing does
     */
    static double quantile(ScalarDistribution distribution, double u, double low, double high, double... p) {
        double below = low == Double.NEGATIVE_INFINITY ? 0 : distribution.cumulative(low, p);
        double above = high == Double.POSITIVE_INFINITY ? 1 : distribution.cumulative(high, p);
        if (1 - below > TAIL && above > SMALLEST && above - below > TAIL * above) {
            double x = distribution.quantile(below + u * (above - below), p);
            return Math.max(low, Math.min(high, x));
        }
        return inverse(distribution, u, low, high, p);
    }

    /** The u-quantile of what lies between the bounds, be it far out or of whole numbers; NaN if nothing does. */
    public static double inverse(ScalarDistribution distribution, double u, double low, double high, double... p) {
        double below = distribution.discrete() ? Math.ceil(low) - 1 : low;
        double logLower = distribution.logCumulative(below, p);
        double logUpper = distribution.logCumulative(high, p);
        if (!(low <= high) || Double.isNaN(logLower) || Double.isNaN(logUpper)) {
            return Double.NaN;
        }
        TruncatedQuantile inside = new TruncatedQuantile(distribution, p, low, high);
        double logSurvivalLower = distribution.logSurvival(below, p);
        if (logSurvivalLower < logUpper) {
            double target = between(logSurvivalLower, distribution.logSurvival(high, p), u);
            return inside.invert(x -> distribution.logSurvival(x, p) <= target);
        }
        double target = between(logUpper, logLower, u);
        return inside.invert(x -> distribution.logCumulative(x, p) >= target);
    }

    /** log((1 - u) exp(large) + u exp(small)); NaN if both are minus infinity. */
    private static double between(double large, double small, double u) {
        return large == Double.NEGATIVE_INFINITY
                ? Double.NaN
                : large + Elementary.log1p(u * Elementary.expm1(small - large));
    }

    /** The smallest x within the bounds and the support that has been reached, by halving. */
    private double invert(DoublePredicate reached) {
        double left = Math.max(low, distribution.lower(p));
        double right = Math.min(high, distribution.upper(p));
        if (distribution.discrete()) {
            left = Math.ceil(left);
            right = Math.floor(right);
        }
        if (!(left <= right)) {
            return Double.NaN;
        }
        left = finite(left, right, -1, reached, false);
        right = finite(right, left, 1, reached, true);
        return distribution.discrete() ? halveWhole(left, right, reached) : halve(left, right, reached);
    }

    /** Replaces an infinite end by a finite one that lies on the wanted side of what is looked for. */
    private static double finite(double end, double other, int sign, DoublePredicate reached, boolean wanted) {
        if (!Double.isInfinite(end)) {
            return end;
        }
        double start = Double.isInfinite(other) ? 0 : other;
        double step = 1;
        while (reached.test(start + sign * step) != wanted && step < 1e300) {
            step *= 2;
        }
        return start + sign * step;
    }

    private double halve(double from, double to, DoublePredicate reached) {
        double left = from;
        double right = to;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = left + (right - left) / 2;
            if (!(middle > left && middle < right)) {
                break;
            }
            if (reached.test(middle)) {
                right = middle;
            } else {
                left = middle;
            }
        }
        // Either end is right to the last digit; this one is never outside the support at its lower end.
        return right;
    }

    private static double halveWhole(double from, double to, DoublePredicate reached) {
        double left = from - 1;
        double right = to;
        while (right - left > 1) {
            double middle = Math.floor(left + (right - left) / 2);
            if (reached.test(middle)) {
                right = middle;
            } else {
                left = middle;
            }
        }
        return right;
    }
}
