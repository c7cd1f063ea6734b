package dev.tandem.distributions.special;

/**
 * The tail of the standard normal distribution without its exponential: Pr(Z {@literal >} t) exp(t^2/2), for t from 0 on.
 *
 * <p>Up to t = 8 it is a polynomial about the middle of an interval of length 1/32, seven terms of the Taylor series, short
 * enough to be inlined in inner loops; the relative error stays below 1e-15. The coefficients follow from g' = t g - 1, which
 * the Mills ratio g solves; from one middle to the next below, that series damps what error there is. From 8 on it is a
 * continued fraction.
 */
public final class NormalTail {
    private static final double ONE_OVER_ROOT_TWO_PI = 0.3989422804014327;
    private static final int STEP_BITS = 5;
    private static final int PER_UNIT = 1 << STEP_BITS;
    private static final int LEVELS = 40;
    private static final double FARTHEST = 8;
    private static final int INTERVALS = (int) (FARTHEST * PER_UNIT);
    private static final int TERMS = 8;
    private static final double[] COEFFICIENTS = coefficients();

    private NormalTail() {}

    private static double[] coefficients() {
        double[] all = new double[INTERVALS * TERMS];
        double value = fraction(FARTHEST - 0.5 / PER_UNIT);
        double lost = 0;
        for (int interval = INTERVALS - 1; interval >= 0; interval--) {
            double middle = (interval + 0.5) / PER_UNIT;
            double before = 0;
            double derivative = value;
            double scale = 1;
            double change = lost;
            for (int k = 0; k < 2 * TERMS; k++) {
                if (k < TERMS) {
                    all[interval * TERMS + k] = derivative * scale;
                }
                if (k > 0) {
                    change += derivative * scale * Math.scalb(k % 2 == 0 ? 1.0 : -1.0, -k * STEP_BITS);
                }
                double next = middle * derivative + (k == 0 ? -ONE_OVER_ROOT_TWO_PI : k * before);
                before = derivative;
                derivative = next;
                scale /= k + 1;
            }
            double stepped = value + change;
            lost = (value - stepped) + change;
            value = stepped;
        }
        return all;
    }

    /** By Laplace's continued fraction, which needs fewer levels the farther out: 40 are enough from 7.9 on. */
    private static double fraction(double t) {
        double denominator = t;
        for (int level = LEVELS; level > 0; level--) {
            denominator = t + level / denominator;
        }
        return ONE_OVER_ROOT_TWO_PI / denominator;
    }

    /** Pr(Z {@literal >} t) exp(t^2/2) for t that is not negative. */
    public static double scaled(double t) {
        if (!(t < FARTHEST)) {
            return fraction(t);
        }
        int interval = (int) (t * PER_UNIT);
        double r = t - (interval + 0.5) / PER_UNIT;
        double[] c = COEFFICIENTS;
        int at = interval * TERMS;
        double r2 = r * r;
        double low = c[at] + r * c[at + 1] + r2 * (c[at + 2] + r * c[at + 3]);
        double high = c[at + 4] + r * c[at + 5] + r2 * (c[at + 6] + r * c[at + 7]);
        return low + r2 * r2 * high;
    }
}
