package dev.tandem.draws;

import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the reference values that make-fixtures.R writes. */
public final class Fixtures {
    private Fixtures() {}

    public static Stream<JsonNode> read(String file) throws IOException {
        try (InputStream input = Fixtures.class.getResourceAsStream(file)) {
            JsonNode root = JsonMapper.builder().build().readTree(input);
            return StreamSupport.stream(root.spliterator(), false);
        }
    }

    public static String name(JsonNode fixture) {
        return fixture.get("name").asString();
    }

    public static double number(JsonNode node) {
        if (node.isNumber()) {
            return node.asDouble();
        }
        return switch (node.asString()) {
            case "NaN" -> Double.NaN;
            case "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException(node.toString());
        };
    }

    public static double[] vector(JsonNode array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = number(array.get(i));
        }
        return values;
    }

    public static double[][] chains(JsonNode array) {
        double[][] chains = new double[array.size()][];
        for (int i = 0; i < chains.length; i++) {
            chains[i] = vector(array.get(i));
        }
        return chains;
    }
}
