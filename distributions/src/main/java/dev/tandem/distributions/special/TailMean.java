package dev.tandem.distributions.special;

/**
 * How far a gamma or beta variable lies beyond a bound, in the mean on the log scale: what the derivative of a distribution
 * function by a shape needs, d log P / d a = E[log T in the tail] - E[log T].
 *
 * <p>All are ratios of two positive integrals over the half-line, by the trapezoidal rule in the logarithm of the
 * variable; nothing cancels, so that small tails keep their digits.
 */
final class TailMean {
    private static final double STEP = 0.125;
    private static final double NEGLIGIBLE = 1e-17;

    private enum Kind {
        GAMMA_UPPER,
        BETA_LOWER,
        BETA_UPPER
    }

    private TailMean() {}

    /** E[log(T / x) | T &gt; x], T gamma with shape a and rate one. */
    static double gammaAbove(double a, double x) {
        return ratio(Kind.GAMMA_UPPER, a, 0, x, 0);
    }

    /** E[log(x / T) | T &lt; x], T beta, y = 1 - x. */
    static double betaBelow(double a, double b, double x, double y) {
        return ratio(Kind.BETA_LOWER, a, b, x, y);
    }

    /** E[log(T / x) | T &gt; x], T beta, y = 1 - x. */
    static double betaAbove(double a, double b, double x, double y) {
        return ratio(Kind.BETA_UPPER, a, b, x, y);
    }

    /**
     * The logarithm of the density at a distance u beyond the bound, relative to that at the bound: T = x exp(u), T = x
     * exp(-u), and 1 - T = y exp(-u).
     */
    private static double exponent(Kind kind, double u, double a, double b, double x, double y) {
        return switch (kind) {
            case GAMMA_UPPER -> a * u - x * Elementary.expm1(u);
            case BETA_LOWER -> (b - 1) * Elementary.log1p(-x * Elementary.expm1(-u) / y) - a * u;
            case BETA_UPPER -> (a - 1) * Elementary.log1p(-y * Elementary.expm1(-u) / x) - b * u;
        };
    }

    /** How far T is from the bound at u, on the log scale. */
    private static double distance(Kind kind, double u, double x, double y) {
        return kind == Kind.BETA_UPPER ? Elementary.log1p(-y * Elementary.expm1(-u) / x) : u;
    }

    private static double ratio(Kind kind, double a, double b, double x, double y) {
        double center = scale(kind, a, b, x, y);
        double sum = 0;
        double weighted = 0;
        for (int direction = -1; direction <= 1; direction += 2) {
            double s = direction < 0 ? center : center + STEP;
            double last = 0;
            while (true) {
                double u = Elementary.exp(s);
                double term = u * Elementary.exp(exponent(kind, u, a, b, x, y));
                sum += term;
                weighted += term * distance(kind, u, x, y);
                if (!(term > NEGLIGIBLE * sum) && !(term > last)) {
                    break;
                }
                last = term;
                s += direction * STEP;
            }
        }
        return weighted / sum;
    }

    /** The logarithm of a u at which u times the density is not far from its largest: where the exponent reaches -1. */
    private static double scale(Kind kind, double a, double b, double x, double y) {
        double low = -700;
        double high = 700;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            if (exponent(kind, Elementary.exp(middle), a, b, x, y) > -1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
