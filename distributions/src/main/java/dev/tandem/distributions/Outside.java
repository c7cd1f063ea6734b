package dev.tandem.distributions;

/** The log density of an impossible value or parameter: -infinity, but NaN when an argument is NaN. */
final class Outside {
    private Outside() {}

    static double of(double a, double b) {
        return Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.NEGATIVE_INFINITY;
    }

    static double of(double a, double b, double c) {
        return Double.isNaN(c) ? Double.NaN : of(a, b);
    }

    static double of(double a, double b, double c, double d) {
        return Double.isNaN(d) ? Double.NaN : of(a, b, c);
    }

    static double of(double a, double b, double c, double d, double e) {
        return Double.isNaN(e) ? Double.NaN : of(a, b, c, d);
    }
}
