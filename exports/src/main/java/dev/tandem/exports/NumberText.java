package dev.tandem.exports;

/** Numbers as R, Python and Stan's tools read them, with all their digits. */
final class NumberText {
    private NumberText() {}

    static void append(StringBuilder text, double value) {
        if (Double.isNaN(value)) {
            text.append("NaN");
        } else if (Double.isInfinite(value)) {
            text.append(value > 0 ? "Inf" : "-Inf");
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15 && !isNegativeZero(value)) {
            text.append((long) value);
        } else {
            text.append(value);
        }
    }

    /** The value of something discrete; what is no whole number has no place in a column of these. */
    static long whole(String name, double value) {
        if (value != Math.rint(value) || Math.abs(value) > 1L << 53) {
            throw new IllegalArgumentException(
                    name + " is discrete but a draw of it is " + value + ", not a whole number");
        }
        return (long) value;
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && Double.doubleToRawLongBits(value) != 0;
    }
}
