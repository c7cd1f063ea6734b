package dev.tandem.compiler.values;

import dev.tandem.distributions.ScalarDistribution;
import java.util.function.DoublePredicate;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A draw from a distribution between two bounds, both included: by trying where that is cheap, otherwise by inverting
 * the distribution function, on the side and on the scale where it keeps its digits.
 */
final class TruncatedDraw {
    private static final double CHEAP = 0.1;
    private static final int TRIES = 1_000;
    private static final int HALVINGS = 2_000;

    private final ScalarDistribution distribution;
    private final double[] p;
    private final double low;
    private final double high;

    TruncatedDraw(ScalarDistribution distribution, double[] p, double low, double high) {
        this.distribution = distribution;
        this.p = p;
        this.low = low;
        this.high = high;
    }

    /** NaN if there is nothing between the bounds. */
    double sample(UniformRandomProvider rng) {
        double below = distribution.discrete() ? Math.ceil(low) - 1 : low;
        double logLower = distribution.logCumulative(below, p);
        double logUpper = distribution.logCumulative(high, p);
        if (!(low <= high) || Double.isNaN(logLower) || Double.isNaN(logUpper)) {
            return Double.NaN;
        }
        if (Math.exp(logUpper) - Math.exp(logLower) > CHEAP) {
            for (int i = 0; i < TRIES; i++) {
                double draw = distribution.sample(rng, p);
                if (draw >= low && draw <= high) {
                    return draw;
                }
            }
        }
        double u = rng.nextDouble();
        double logSurvivalLower = distribution.logSurvival(below, p);
        if (logSurvivalLower < logUpper) {
            double target = between(logSurvivalLower, distribution.logSurvival(high, p), u);
            return invert(x -> distribution.logSurvival(x, p) <= target);
        }
        double target = between(logUpper, logLower, u);
        return invert(x -> distribution.logCumulative(x, p) >= target);
    }

    /** log((1 - u) exp(large) + u exp(small)); NaN if both are minus infinity. */
    private static double between(double large, double small, double u) {
        return large == Double.NEGATIVE_INFINITY ? Double.NaN : large + Math.log1p(u * Math.expm1(small - large));
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
