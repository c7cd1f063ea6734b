package dev.tandem.runs;

import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Data as a JSON file that {@link dev.tandem.language.data.DataFile} reads back to the same bits. */
public final class DataJson {
    private static final double LARGEST_WHOLE = 1L << 53;

    private DataJson() {}

    public static byte[] write(DataSet data) {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<String, DataArray> entry : data.arrays().entrySet()) {
            text.append(text.length() == 1 ? "\n" : ",\n")
                    .append('"')
                    .append(entry.getKey())
                    .append("\": ");
            array(entry.getValue(), text);
        }
        return text.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void array(DataArray array, StringBuilder text) {
        if (array.rank() == 1 && array.size() == 1) {
            number(array.value(0), text);
            return;
        }
        if (array.rank() > 1) {
            text.append("{\"dim\": [");
            for (int d = 0; d < array.rank(); d++) {
                text.append(d == 0 ? "" : ", ").append(array.dim(d));
            }
            text.append("], \"values\": ");
        }
        text.append('[');
        for (int i = 0; i < array.size(); i++) {
            text.append(i == 0 ? "" : ", ");
            number(array.value(i), text);
        }
        text.append(array.rank() > 1 ? "]}" : "]");
    }

    private static void number(double value, StringBuilder text) {
        if (Double.isNaN(value)) {
            text.append("null");
        } else if (value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE) {
            text.append(Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(-0.0) ? "-0.0" : (long) value);
        } else {
            text.append(value);
        }
    }
}
