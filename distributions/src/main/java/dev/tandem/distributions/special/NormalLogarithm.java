package dev.tandem.distributions.special;

/**
 * log Pr(Z {@literal <=} z) of a standard normal number and its derivative, for inner loops: a probit model asks for both at every
 * observation.
 *
 * <p>Between -7.9 and 7.9 they are one polynomial about the nearest multiple of 1/32, seven terms of the Taylor series, and its
 * derivative: no exponential, logarithm or division, and no branch that depends on the sign. The coefficients follow from
 * m' = -m (z + m), which the derivative m solves. Farther out {@link NormalIntegral} is asked.
 */
public final class NormalLogarithm {
    private static final int PER_UNIT = 32;

    /** A power of two, so that a mask keeps places inside the table: nothing has to be tested. */
    private static final int POINTS = 512;

    private static final double FARTHEST = (POINTS / 2 - 1.0) / PER_UNIT;
    private static final int TERMS = 8;

    /** Adding and subtracting 1.5 * 2^52 rounds to an integer and leaves it in the low bits. */
    private static final double ROUND = 0x1.8p52;

    /** By point, those below zero after the others. */
    private static final double[] COEFFICIENTS = coefficients();

    private NormalLogarithm() {}

    private static double[] coefficients() {
        double[] all = new double[POINTS * TERMS];
        double[] slope = new double[TERMS];
        for (int point = -POINTS / 2; point < POINTS / 2; point++) {
            double z = (double) point / PER_UNIT;
            slope[0] = NormalIntegral.millsRatio(z);
            for (int k = 0; k < TERMS - 1; k++) {
                double product = z * slope[k] + (k == 0 ? 0 : slope[k - 1]);
                for (int j = 0; j <= k; j++) {
                    product += slope[j] * slope[k - j];
                }
                slope[k + 1] = -product / (k + 1);
            }
            int at = (point & (POINTS - 1)) * TERMS;
            all[at] = NormalIntegral.logCumulative(z);
            for (int k = 1; k < TERMS; k++) {
                all[at + k] = slope[k - 1] / k;
            }
        }
        return all;
    }

    /** log Pr(Z {@literal <=} z). */
    public static double of(double z) {
        if (!(Math.abs(z) < FARTHEST)) {
            return NormalIntegral.logCumulative(z);
        }
        double shifted = z * PER_UNIT + ROUND;
        double r = z - (shifted - ROUND) / PER_UNIT;
        double[] c = COEFFICIENTS;
        int at = ((int) Double.doubleToRawLongBits(shifted) & (POINTS - 1)) * TERMS;
        double r2 = r * r;
        double low = r * c[at + 1] + r2 * (c[at + 2] + r * c[at + 3]);
        double high = c[at + 4] + r * c[at + 5] + r2 * (c[at + 6] + r * c[at + 7]);
        return c[at] + (low + r2 * r2 * high);
    }

    /** Its derivative: density over distribution function. */
    public static double slope(double z) {
        if (!(Math.abs(z) < FARTHEST)) {
            return NormalIntegral.millsRatio(z);
        }
        double shifted = z * PER_UNIT + ROUND;
        double r = z - (shifted - ROUND) / PER_UNIT;
        double[] c = COEFFICIENTS;
        int at = ((int) Double.doubleToRawLongBits(shifted) & (POINTS - 1)) * TERMS;
        double r2 = r * r;
        double low = r * (2 * c[at + 2]) + r2 * (3 * c[at + 3] + r * (4 * c[at + 4]));
        double high = 5 * c[at + 5] + r * (6 * c[at + 6]) + r2 * (7 * c[at + 7]);
        return c[at + 1] + (low + r2 * r2 * high);
    }
}
