package dev.tandem.distributions.special;

/**
 * The logarithm, as fast as {@link Math#log} and the same to the last bit on every machine; in inner loops it is inlined.
 *
 * <p>A number is 2^k z with z from 0.707 to 1.414. With c the multiple of 1/128 nearest to z and r = (z - c) / c,
 * |r| {@literal <} 0.0056, log(2^k z) = k log 2 + log c + log(1 + r): the first two summands come from tables, in two parts
 * each, the last from eight terms of the series. Near 1 both summands are 0 and no digit is lost. The error is below 1.1
 * units in the last place.
 */
public final class FastLogarithm {
    private static final int STEPS = LogarithmsOfSteps.STEPS;
    private static final double STEP = 1.0 / STEPS;

    /** log 2 in two parts; the first has trailing zeros, so that its multiples and their sums with a table's are exact. */
    static final double LOG_TWO_HIGH = 0x1.62e42feep-1;

    static final double LOG_TWO_LOW = 1.9082149292705877E-10;

    private static final long SMALLEST_NORMAL = Double.doubleToRawLongBits(Double.MIN_NORMAL);
    private static final long RANGE_OF_NORMALS = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY) - SMALLEST_NORMAL;

    /** Where z begins: halfway between two multiples of 1/128. */
    private static final long LOWEST = Double.doubleToRawLongBits((LogarithmsOfSteps.FIRST - 0.5) / STEPS);

    /** 1/c, and log c in two parts, for c from 0 to 2 in steps of 1/128, as far as they are needed. */
    static final double[] RECIPROCAL = new double[2 * STEPS + 1];

    static final double[] HIGH = new double[2 * STEPS + 1];
    static final double[] LOW = new double[2 * STEPS + 1];

    static {
        double[] parts = LogarithmsOfSteps.inTwoParts();
        for (int i = LogarithmsOfSteps.FIRST; i <= LogarithmsOfSteps.LAST; i++) {
            HIGH[i] = parts[2 * (i - LogarithmsOfSteps.FIRST)];
            LOW[i] = parts[2 * (i - LogarithmsOfSteps.FIRST) + 1];
        }
        for (int i = LogarithmsOfSteps.LAST + 1; i <= 2 * STEPS; i++) {
            HIGH[i] = StrictMath.log(i * STEP);
        }
        for (int i = LogarithmsOfSteps.FIRST; i <= 2 * STEPS; i++) {
            RECIPROCAL[i] = STEPS / (double) i;
        }
    }

    private FastLogarithm() {}

    /** log(x) for any x. */
    public static double of(double x) {
        long bits = Double.doubleToRawLongBits(x);
        if (Long.compareUnsigned(bits - SMALLEST_NORMAL, RANGE_OF_NORMALS) >= 0) {
            return StrictMath.log(x);
        }
        long k = exponent(bits);
        double z = Double.longBitsToDouble(bits - (k << 52));
        int i = nearestStep(z);
        double r = (z - step(i)) * RECIPROCAL[i];
        double head = k * LOG_TWO_HIGH + HIGH[i];
        double sum = head + r;
        double rest = (head - sum) + r + (k * LOG_TWO_LOW + LOW[i]);
        return sum + (rest - r * r * series(r));
    }

    /** The k with which the number of these bits is 2^k z, z from 0.707 to 1.414. */
    static long exponent(long bits) {
        return (bits - LOWEST) >> 52;
    }

    static int nearestStep(double z) {
        return (int) (z * STEPS + 0.5);
    }

    static double step(int i) {
        return i * STEP;
    }

    /** log(1 + t) for t from 0 to 1; NaN gives NaN. */
    public static double ofOnePlus(double t) {
        return near(t, (int) (t * STEPS + 0.5));
    }

    /** log(1 + x) for x from -0.25 to 0. */
    static double ofOneMinus(double x) {
        return near(x, (int) (x * STEPS - 0.5));
    }

    /** log(1 + x) where steps / 128 is the multiple of 1/128 nearest to x. */
    private static double near(double x, int steps) {
        int i = steps + STEPS;
        double r = (x - steps * STEP) * RECIPROCAL[i];
        return HIGH[i] + (r + (LOW[i] - r * r * series(r)));
    }

    /** (r - log(1 + r)) / r^2 = 1/2 - r/3 + r^2/4 - .. */
    private static double series(double r) {
        double r2 = r * r;
        return (0.5 - r * (1.0 / 3)) + r2 * ((0.25 - r * 0.2) + r2 * ((1.0 / 6 - r * (1.0 / 7)) + r2 * 0.125));
    }
}
