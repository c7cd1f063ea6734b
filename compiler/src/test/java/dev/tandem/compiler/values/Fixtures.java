package dev.tandem.compiler.values;

import dev.tandem.language.data.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The tables that {@code make-value-fixtures.R} made, and the data they refer to. */
final class Fixtures {
    private Fixtures() {}

    private static Path path(String file) {
        try {
            return Path.of(Fixtures.class.getResource(file).toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static List<String> lines(String file) {
        try {
            return Files.readAllLines(path(file));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    static Frame frame() {
        return Frame.of(DataFile.read(path("data.R")));
    }

    /** A value from its dimensions and elements as text. */
    static Value value(String dims, String values) {
        return Value.of(
                Arrays.stream(dims.split(" ")).mapToInt(Integer::parseInt).toArray(),
                Arrays.stream(values.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray());
    }

    /** The difference relative to the larger of the expected size and one. */
    static double error(double actual, double expected) {
        if (Double.compare(actual, expected) == 0 || actual == expected) {
            return 0;
        }
        return Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
    }
}
