package dev.tandem.models;

/** Checks of constructor arguments; each failure names the argument and its value. */
final class Require {
    private Require() {}

    static void that(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    static void length(String name, int length, int wanted) {
        if (length != wanted) {
            throw new IllegalArgumentException(name + " has " + length + " entries, not " + wanted);
        }
    }

    static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return value;
    }

    static double positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " is " + value + ", not positive");
        }
        return value;
    }

    static int atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " is " + value + ", less than " + least);
        }
        return value;
    }

    /** A copy of an array, all of whose entries are finite. */
    static double[] finite(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(name + "[" + (i + 1) + "] is " + values[i]);
            }
        }
        return values.clone();
    }

    /** A copy of an array, all of whose entries are positive and finite. */
    static double[] positive(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            positive(name + "[" + (i + 1) + "]", values[i]);
        }
        return values.clone();
    }
}
