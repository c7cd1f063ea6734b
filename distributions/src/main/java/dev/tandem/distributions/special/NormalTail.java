package dev.tandem.distributions.special;

import org.apache.commons.numbers.gamma.Erfcx;

/**
 * The tail of the standard normal distribution without its exponential: Pr(Z {@literal >} t) exp(t^2/2), for t from 0 on.
 *
 * <p>Up to t = 8 it is a polynomial about the middle of an interval of length 1/32, seven terms of the Taylor series, short
 * enough to be inlined in inner loops; the relative error stays below 1e-15. The coefficients follow from g' = t g - 1, which
 * the Mills ratio g solves.
 */
public final class NormalTail {
    private static final double ROOT_HALF = 0.7071067811865476;
    private static final double ROOT_TWO_PI = 2.5066282746310002;
    private static final int PER_UNIT = 32;
    private static final double FARTHEST = 8;
    private static final int INTERVALS = (int) (FARTHEST * PER_UNIT);
    private static final int TERMS = 8;
    private static final double[] COEFFICIENTS = coefficients();

    private NormalTail() {}

    private static double[] coefficients() {
        double[] all = new double[INTERVALS * TERMS];
        for (int interval = 0; interval < INTERVALS; interval++) {
            double middle = (interval + 0.5) / PER_UNIT;
            double before = 0;
            double derivative = 0.5 * Erfcx.value(middle * ROOT_HALF);
            double scale = 1;
            for (int k = 0; k < TERMS; k++) {
                all[interval * TERMS + k] = derivative * scale;
                double next = middle * derivative + (k == 0 ? -1 / ROOT_TWO_PI : k * before);
                before = derivative;
                derivative = next;
                scale /= k + 1;
            }
        }
        return all;
    }

    /** Pr(Z {@literal >} t) exp(t^2/2) for t that is not negative. */
    public static double scaled(double t) {
        if (!(t < FARTHEST)) {
            return 0.5 * Erfcx.value(t * ROOT_HALF);
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
