package dev.tandem.distributions.special;

/** The standard normal distribution function, its logarithm far into the tails, its inverse and the Mills ratio. */
public final class NormalIntegral {
    private static final double ROOT_TWO_PI = 2.5066282746310002;
    private static final double ONE_OVER_ROOT_TWO_PI = 0.3989422804014327;

    /** So close to 1/2, the fifth term of the series of the quantile is the last that counts. */
    private static final double NEAR_MIDDLE = 0.01;

    /** From here on the tail is less than half the smallest number. */
    private static final double FARTHEST = 39;

    /** Up to here eight terms of the series about zero are enough. */
    private static final double NEAR_ZERO = 0.25;

    private static final double[] AROUND_ZERO = aroundZeroCoefficients();

    private NormalIntegral() {}

    /** Pr(Z &lt;= z). */
    public static double cumulative(double z) {
        double size = Math.abs(z);
        if (size < NEAR_ZERO) {
            return 0.5 + z * aroundZero(z * z);
        }
        // The square in two parts: the rounding error of a large one would be many digits of the exponential.
        double upper = (float) size;
        double exponential =
                Elementary.exp(-0.5 * upper * upper) * Elementary.exp(-0.5 * (size - upper) * (size + upper));
        double tail = size > FARTHEST ? 0 : exponential * NormalTail.scaled(size);
        return z < 0 ? tail : 1 - tail;
    }

    /** (Pr(Z &lt;= z) - 1/2) / z by powers of z^2: the series of the density, integrated. */
    private static double aroundZero(double square) {
        double sum = 0;
        for (int k = AROUND_ZERO.length - 1; k >= 0; k--) {
            sum = sum * square + AROUND_ZERO[k];
        }
        return sum;
    }

    private static double[] aroundZeroCoefficients() {
        double[] coefficients = new double[8];
        double term = ONE_OVER_ROOT_TWO_PI;
        for (int k = 0; k < coefficients.length; k++) {
            coefficients[k] = term / (2 * k + 1);
            term /= -2 * (k + 1);
        }
        return coefficients;
    }

    /** log Pr(Z &lt;= z), to full precision in both tails. */
    public static double logCumulative(double z) {
        return logCumulative(z, FastExponential.ofNonPositive(-0.5 * z * z), NormalTail.scaled(Math.abs(z)));
    }

    /** {@link #logCumulative(double)} where exp(-z^2/2) and the {@linkplain NormalTail scaled tail} at |z| are at hand. */
    public static double logCumulative(double z, double exponential, double tail) {
        if (z < 0) {
            return Elementary.log(tail) - 0.5 * z * z;
        }
        double beyond = exponential * tail;
        double within = 1 - beyond;
        // What rounding left out of the difference: most of the logarithm, where that is small.
        return Elementary.log(within) + ((1 - within) - beyond) / within;
    }

    /** The derivative of {@link #logCumulative(double)}: density over distribution function. */
    public static double millsRatio(double z) {
        return millsRatio(z, FastExponential.ofNonPositive(-0.5 * z * z), NormalTail.scaled(Math.abs(z)));
    }

    /** {@link #millsRatio(double)} where exp(-z^2/2) and the {@linkplain NormalTail scaled tail} at |z| are at hand. */
    public static double millsRatio(double z, double exponential, double tail) {
        return ONE_OVER_ROOT_TWO_PI * (z < 0 ? 1 / tail : exponential / (1 - exponential * tail));
    }

    /** exp(-z^2/2) / sqrt(2 pi). */
    public static double density(double z) {
        return Elementary.exp(-0.5 * z * z - GammaFunction.HALF_LOG_TWO_PI);
    }

    /** The inverse of {@link #cumulative}. */
    public static double quantile(double p) {
        if (!(p > 0 && p < 1)) {
            return p == 0 ? Double.NEGATIVE_INFINITY : p == 1 ? Double.POSITIVE_INFINITY : Double.NaN;
        }
        double fromMiddle = p - 0.5;
        if (Math.abs(fromMiddle) < NEAR_MIDDLE) {
            double w = fromMiddle * ROOT_TWO_PI;
            double w2 = w * w;
            return w + w * w2 * (1.0 / 6 + w2 * (7.0 / 120 + w2 * (127.0 / 5040 + w2 * (4369.0 / 362_880))));
        }
        return p < 0.5 ? lowerQuantile(p) : -lowerQuantile(1 - p);
    }

    /**
     * For p up to 1/2: the approximation 26.2.23 of Abramowitz and Stegun, good to 4.5e-4, and then two steps of Halley's
     * method for the logarithm of the distribution function, each of which trebles the number of digits.
     */
    private static double lowerQuantile(double p) {
        double logarithm = Elementary.log(p);
        double t = Math.sqrt(-2 * logarithm);
        double z =
                (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
        for (int step = 0; step < 2; step++) {
            double tail = NormalTail.scaled(Math.abs(z));
            double exponential = FastExponential.ofNonPositive(-0.5 * z * z);
            double distance = logCumulative(z, exponential, tail) - logarithm;
            double slope = millsRatio(z, exponential, tail);
            z -= 2 * distance / (2 * slope + distance * (z + slope));
        }
        return z;
    }
}
