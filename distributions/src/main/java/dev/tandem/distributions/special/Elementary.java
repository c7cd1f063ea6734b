package dev.tandem.distributions.special;

/**
 * The elementary functions with the same bits on every machine.
 *
 * <p>{@link Math} leaves the last bit of most of them to the processor: the same program and seed draw other numbers on a
 * machine of another maker, since one different bit soon makes another trajectory. What draws depend on is computed here
 * instead: the frequent functions by tables and short series in plain arithmetic, which Java defines to the last bit, the
 * others by {@link StrictMath}, which it defines too. {@code ArchitectureTest} keeps {@code Math} out of what draws depend on.
 */
public final class Elementary {
    /** Keeps the upper 26 bits of a number, so that products of two such numbers are exact. */
    private static final long UPPER_HALF = -1L << 27;

    private Elementary() {}

    public static double exp(double x) {
        return FastExponential.of(x);
    }

    /** exp(x) - 1, to all digits where that is small. */
    public static double expm1(double x) {
        return FastExponential.lessOne(x);
    }

    public static double log(double x) {
        return FastLogarithm.of(x);
    }

    /** log(1 + x), to all digits where that is small. */
    public static double log1p(double x) {
        if (x > -0.25 && x <= 1) {
            return x < 0 ? FastLogarithm.ofOneMinus(x) : FastLogarithm.ofOnePlus(x);
        }
        double sum = 1 + x;
        if (!(x > -1 && sum < Double.POSITIVE_INFINITY)) {
            return StrictMath.log1p(x);
        }
        double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
        return FastLogarithm.of(sum) + lost / sum;
    }

    /** x to the power y, within 0.6 units in the last place. */
    public static double pow(double x, double y) {
        if (y == 2) {
            return x * x;
        }
        if (x >= Double.MIN_NORMAL && x <= Double.MAX_VALUE && Math.abs(y) <= Double.MAX_VALUE) {
            return ofPositive(x, y);
        }
        if (x <= -Double.MIN_NORMAL && x >= -Double.MAX_VALUE && Math.abs(y) <= Long.MAX_VALUE && y == Math.rint(y)) {
            double size = ofPositive(-x, y);
            return ((long) y & 1) == 0 ? size : -size;
        }
        return StrictMath.pow(x, y);
    }

    /**
     * exp(y log x), with the logarithm and its product with y as sums of two numbers. With q + e the quotient (z - c) / c of
     * {@link FastLogarithm}, e being what rounding took from q, the terms q and q^2/2 are kept whole.
     */
    private static double ofPositive(double x, double y) {
        long bits = Double.doubleToRawLongBits(x);
        long k = FastLogarithm.exponent(bits);
        double z = Double.longBitsToDouble(bits - (k << 52));
        int i = FastLogarithm.nearestStep(z);
        double c = FastLogarithm.step(i);
        double reciprocal = FastLogarithm.RECIPROCAL[i];
        double q = (z - c) * reciprocal;
        double upperQ = upper(q);
        double lowerQ = q - upperQ;
        double e = (((z - c) - c * upperQ) - c * lowerQ) * reciprocal;

        double head = k * FastLogarithm.LOG_TWO_HIGH + FastLogarithm.HIGH[i];
        double withFirst = head + q;
        double lostFirst = (head - withFirst) + q;
        double second = 0.5 * upperQ * upperQ;
        double withSecond = withFirst - second;
        double lostSecond = (withFirst - withSecond) - second;
        double further = q * q * q * (1.0 / 3 - q * (0.25 - q * (0.2 - q * (1.0 / 6 - q * (1.0 / 7 - q * 0.125)))));
        double rest = (lostFirst + lostSecond + e * (1 - q) - 0.5 * lowerQ * (q + upperQ))
                + (further + (k * FastLogarithm.LOG_TWO_LOW + FastLogarithm.LOW[i]));
        double high = withSecond + rest;
        double low = (withSecond - high) + rest;

        double product = y * high;
        if (!(Math.abs(product) <= FastExponential.FARTHEST)) {
            return StrictMath.pow(x, y);
        }
        double upperY = upper(y);
        double upperHigh = upper(high);
        double lowerY = y - upperY;
        double lowerHigh = high - upperHigh;
        double lost = ((upperY * upperHigh - product) + upperY * lowerHigh + lowerY * upperHigh) + lowerY * lowerHigh;
        return FastExponential.ofSum(product, lost + y * low);
    }

    private static double upper(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & UPPER_HALF);
    }

    public static double log10(double x) {
        return StrictMath.log10(x);
    }

    public static double sin(double x) {
        return StrictMath.sin(x);
    }

    public static double cos(double x) {
        return StrictMath.cos(x);
    }

    public static double tan(double x) {
        return StrictMath.tan(x);
    }

    public static double asin(double x) {
        return StrictMath.asin(x);
    }

    public static double acos(double x) {
        return StrictMath.acos(x);
    }

    public static double atan(double x) {
        return StrictMath.atan(x);
    }

    public static double sinh(double x) {
        return StrictMath.sinh(x);
    }

    public static double cosh(double x) {
        return StrictMath.cosh(x);
    }

    public static double tanh(double x) {
        return StrictMath.tanh(x);
    }
}
