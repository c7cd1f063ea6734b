package dev.tandem.report.text;

import java.util.Arrays;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Numbers in JSON, which has none for what is infinite or unknown: that is null. */
public final class JsonNumbers {
    private JsonNumbers() {}

    /** Sets a number, or null for what is none. */
    public static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }

    /** Adds a number, or null for what is none. */
    public static void add(ArrayNode array, double value) {
        if (Double.isFinite(value)) {
            array.add(value);
        } else {
            array.addNull();
        }
    }

    public static void addRounded(ArrayNode array, double[] values) {
        Arrays.stream(values).forEach(value -> addRounded(array, value));
    }

    /** To six digits: enough for a picture. */
    public static void addRounded(ArrayNode array, double value) {
        add(array, Double.isFinite(value) ? Double.parseDouble(String.format(Locale.ROOT, "%.6g", value)) : value);
    }
}
