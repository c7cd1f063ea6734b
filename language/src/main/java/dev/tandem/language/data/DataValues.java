package dev.tandem.language.data;

import java.util.regex.Pattern;

/** What to do about text where a number is expected. */
final class DataValues {
    private static final Pattern DECIMAL_COMMA = Pattern.compile("\\s*[-+]?\\d+,\\d+\\s*");

    private DataValues() {}

    static boolean decimalComma(String text) {
        return DECIMAL_COMMA.matcher(text).matches();
    }

    static String hint(String text) {
        return decimalComma(text)
                ? "write a decimal point instead of the comma"
                : "write numbers without quotation marks, and code categories as 1, 2, 3, ..";
    }
}
