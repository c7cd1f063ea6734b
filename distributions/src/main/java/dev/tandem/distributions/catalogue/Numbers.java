package dev.tandem.distributions.catalogue;

/** Numbers as a user writes them. */
public final class Numbers {
    private Numbers() {}

    /** 3 for 3.0. */
    public static String show(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value);
    }
}
