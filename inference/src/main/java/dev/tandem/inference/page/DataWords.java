package dev.tandem.inference.page;

import dev.tandem.language.data.DataArray;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in a line what an array of data is: its shape, its first values, and what lies behind them. */
final class DataWords {
    private static final int MOST_VALUES = 12;

    private DataWords() {}

    static String of(DataArray array) {
        String values = Arrays.stream(array.toArray())
                .limit(MOST_VALUES)
                .mapToObj(DataWords::number)
                .collect(Collectors.joining(", "));
        if (array.size() == 1) {
            return values;
        }
        String shape = Arrays.stream(array.dims()).mapToObj(Integer::toString).collect(Collectors.joining(" × "));
        String missing = array.missingCount() == 0 ? "" : ", " + array.missingCount() + " missing";
        if (array.size() <= MOST_VALUES) {
            return shape + missing + ": " + values;
        }
        double[] known = Arrays.stream(array.toArray())
                .filter(value -> !Double.isNaN(value))
                .toArray();
        String range = known.length == 0
                ? ""
                : ", from " + number(Arrays.stream(known).min().orElseThrow()) + " to "
                        + number(Arrays.stream(known).max().orElseThrow()) + ", mean "
                        + number(Arrays.stream(known).average().orElseThrow());
        return shape + missing + range + ": " + values + " ..";
    }

    /** Four digits, whole numbers whole. */
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "NA";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return Long.toString((long) value);
        }
        String text = String.format(Locale.ROOT, "%.4g", value);
        return text.contains("e") || !text.contains(".")
                ? text
                : text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
