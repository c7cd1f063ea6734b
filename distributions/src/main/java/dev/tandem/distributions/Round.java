package dev.tandem.distributions;

/** The observation that a value rounds to x at the given number of decimals: {@code dround}. */
public final class Round {
    private Round() {}

    /** Zero if t rounds to x (halves to even, as JAGS does), else -infinity. */
    public static double logDensity(double x, double t, double digits) {
        if (Double.isNaN(x) || Double.isNaN(t) || Double.isNaN(digits)) {
            return Double.NaN;
        }
        double unit = Math.pow(10, Math.abs(digits));
        double rounded = digits >= 0 ? Math.rint(t * unit) / unit : Math.rint(t / unit) * unit;
        return Math.abs(rounded - x) <= 1e-12 * Math.abs(x) ? 0 : Double.NEGATIVE_INFINITY;
    }
}
