package dev.tandem.distributions.special;

/**
 * The exponential function, the same to the last bit on every machine, and faster than {@link Math#exp} in inner loops
 * because it is inlined.
 *
 * <p>With k the integer nearest to 128 x / log 2, exp(x) = 2^(k/128) exp(r), |r| {@literal <} 0.0028: the first factor comes from
 * a table (its rounding error stored beside it), the second from five terms of the series. The relative error stays
 * below 2e-16.
 */
public final class FastExponential {
    private static final int STEPS = 128;
    private static final double STEPS_PER_UNIT = STEPS * 0x1.71547652b82fep0;

    /** log 2 / 128 in two parts (Cody and Waite); the first has trailing zeros, so that its product with k is exact. */
    private static final double STEP_HIGH = 0x1.62e42feep-1 / STEPS;

    private static final double STEP_LOW = 1.9082149292705877E-10 / STEPS;

    /** Adding and subtracting 1.5 * 2^52 rounds to an integer and leaves it in the low bits. */
    private static final double ROUND = 0x1.8p52;

    /** Up to here results and their parts are normal numbers. */
    static final double FARTHEST = 708;

    private static final long ONE = Double.doubleToRawLongBits(1);

    private static final long[] POWER_BITS = PowersOfTwo.bits();
    private static final double[] POWER_TAIL = PowersOfTwo.tails();

    private FastExponential() {}

    /** exp(x) for any x. */
    public static double of(double x) {
        return Math.abs(x) <= FARTHEST ? near(x) : StrictMath.exp(x);
    }

    /** exp(x) for x from -708 to 708, without a branch. */
    public static double ofFinite(double x) {
        return near(x);
    }

    /** exp(x) for x up to 0, without a branch: arguments below -708 count as -708, NaN gives NaN. */
    public static double ofNonPositive(double x) {
        return near(x < -FARTHEST ? -FARTHEST : x);
    }

    /** 1 - exp(x) for x up to 0, to all digits where that is small; arguments below -708 count as -708. */
    public static double complementOfNonPositive(double x) {
        double argument = x < -FARTHEST ? -FARTHEST : x;
        double shifted = argument * STEPS_PER_UNIT + ROUND;
        long k = Double.doubleToRawLongBits(shifted);
        int i = (int) k & (STEPS - 1);
        double power = Double.longBitsToDouble(POWER_BITS[i] + ((k >> 7) << 52));
        return (1 - power) - power * rest(argument, shifted - ROUND, i);
    }

    /** exp(x) - 1 for any x, to all digits where that is small. */
    static double lessOne(double x) {
        if (!(Math.abs(x) <= FARTHEST)) {
            return StrictMath.expm1(x);
        }
        double shifted = x * STEPS_PER_UNIT + ROUND;
        long k = Double.doubleToRawLongBits(shifted);
        int i = (int) k & (STEPS - 1);
        double power = Double.longBitsToDouble(POWER_BITS[i] + ((k >> 7) << 52));
        return (power - 1) + power * rest(x, shifted - ROUND, i);
    }

    /** exp(high + low) for |high| up to 708 and low too small for more than its first power. */
    static double ofSum(double high, double low) {
        double shifted = high * STEPS_PER_UNIT + ROUND;
        long k = Double.doubleToRawLongBits(shifted);
        int i = (int) k & (STEPS - 1);
        double power = Double.longBitsToDouble(POWER_BITS[i] + ((k >> 7) << 52));
        double rest = rest(high, shifted - ROUND, i);
        return power + power * (rest + low * (1 + rest));
    }

    private static double near(double argument) {
        double shifted = argument * STEPS_PER_UNIT + ROUND;
        long k = Double.doubleToRawLongBits(shifted);
        int i = (int) k & (STEPS - 1);
        double power = Double.longBitsToDouble(POWER_BITS[i] + ((k >> 7) << 52));
        return power + power * rest(argument, shifted - ROUND, i);
    }

    /** What the power of two in the table has to be increased by, as a share of it. */
    private static double rest(double argument, double whole, int i) {
        double r = argument - whole * STEP_HIGH - whole * STEP_LOW;
        double r2 = r * r;
        return POWER_TAIL[i] + r + r2 * (0.5 + r * (1.0 / 6)) + r2 * r2 * (1.0 / 24 + r * (1.0 / 120));
    }

    /** 1 where x is negative, {@code otherwise} elsewhere; chosen on bits, since a sign is hard to predict. */
    public static double oneIfNegative(double x, double otherwise) {
        long negative = Double.doubleToRawLongBits(x) >> 63;
        return Double.longBitsToDouble((negative & ONE) | (~negative & Double.doubleToRawLongBits(otherwise)));
    }
}
