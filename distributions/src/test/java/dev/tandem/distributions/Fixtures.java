package dev.tandem.distributions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Reads the rows that the scripts in src/test/R made. */
public final class Fixtures {
    /** One row: the value of a method of a distribution, or of a function, at x and parameters. */
    public record Row(String name, String what, double x, List<Double> parameters, double value) {
        public double[] p() {
            return parameters.stream().mapToDouble(Double::doubleValue).toArray();
        }

        @Override
        public String toString() {
            return name + " " + what + " at " + x + " " + parameters;
        }
    }

    private Fixtures() {}

    public static List<Row> rows(String file) {
        return lines(file).stream().map(Fixtures::row).toList();
    }

    public static List<String[]> fields(String file) {
        return lines(file).stream().map(line -> line.split(",", -1)).toList();
    }

    private static List<String> lines(String file) {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Fixtures.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Row row(String line) {
        String[] field = line.split(",", -1);
        List<Double> p =
                Arrays.stream(field, 3, field.length - 1).map(Double::valueOf).toList();
        return new Row(
                field[0], field[1], Double.parseDouble(field[2]), p, Double.parseDouble(field[field.length - 1]));
    }

    /** The difference on the scale of the tolerances: relative, but absolute below one. */
    static double error(double actual, double expected) {
        if (actual == expected) {
            return 0;
        }
        double error = Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
        return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
    }

    /** The numbers of one field, separated by spaces. */
    public static double[] numbers(String field) {
        return Arrays.stream(field.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
}
