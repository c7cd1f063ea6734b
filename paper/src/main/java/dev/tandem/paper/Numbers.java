package dev.tandem.paper;

import java.util.Locale;

/** Numbers as the tables show them. */
final class Numbers {
    private Numbers() {}

    /** Three significant digits, without an exponent where that stays readable. */
    static String three(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        if (size >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 100) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        if (size >= 1) {
            return String.format(Locale.ROOT, "%.2f", value);
        }
        if (size >= 0.1) {
            return String.format(Locale.ROOT, "%.3f", value);
        }
        if (size >= 0.001) {
            return String.format(Locale.ROOT, "%.4f", value);
        }
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.2e", value);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    static String fixed(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    static String times(double ratio) {
        return Double.isNaN(ratio) ? "–" : three(ratio) + "×";
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
