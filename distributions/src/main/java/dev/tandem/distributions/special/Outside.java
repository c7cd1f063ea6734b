package dev.tandem.distributions.special;

/** The log density of an impossible value or parameter: -infinity, but NaN when an argument is NaN. */
public final class Outside {
    private Outside() {}

    public static double of(double a, double b) {
        return Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.NEGATIVE_INFINITY;
    }

    public static double of(double a, double b, double c) {
        return Double.isNaN(c) ? Double.NaN : of(a, b);
    }

    public static double of(double a, double b, double c, double d) {
        return Double.isNaN(d) ? Double.NaN : of(a, b, c);
    }

    public static double of(double a, double b, double c, double d, double e) {
        return Double.isNaN(e) ? Double.NaN : of(a, b, c, d);
    }
}
