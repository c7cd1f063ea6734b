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

    /** The numbers between two ends, in words that follow "may be": any number, from 1 to 3, 0 or more. */
    public static String range(double low, double high) {
        if (low == Double.NEGATIVE_INFINITY && high == Double.POSITIVE_INFINITY) {
            return "any number";
        }
        if (low == Double.NEGATIVE_INFINITY) {
            return show(high) + " or less";
        }
        if (high == Double.POSITIVE_INFINITY) {
            return show(low) + " or more";
        }
        return "from " + show(low) + " to " + show(high);
    }
}
