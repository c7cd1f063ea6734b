package dev.tandem.cli.screen;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers with few digits, for people. */
public final class Significant {
    private static final MathContext FOUR = new MathContext(4);

    private Significant() {}

    /** Four digits that matter; a dash for what is no number. */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Inf" : "-Inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e7) {
            return Long.toString((long) value);
        }
        BigDecimal rounded = new BigDecimal(value).round(FOUR);
        double size = Math.abs(value);
        return size >= 1e7 || size < 1e-4 ? String.format(Locale.ROOT, "%.3e", value) : rounded.toPlainString();
    }

    /** A probability to three decimals. */
    public static String probability(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
