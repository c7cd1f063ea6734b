package dev.tandem.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the groups of wrong models with their data. A case is a title after {@code ###}, the model, the data after
 * {@code --- data.R} or another file name, and after {@code >>>} what has to be said, or {@code fine}.
 */
final class MalformedCases {
    private static final List<String> GROUPS = List.of(
            "names",
            "indices",
            "loops",
            "definitions",
            "cycles",
            "shapes",
            "observations",
            "parameters",
            "limits",
            "fine");

    /**
     * One case.
     *
     * @param group the file it stands in
     * @param file the name of the data file, or empty
     * @param expected the headline of the first problem, or a word that says that there is none
     */
    record Case(String group, String title, String model, String file, String data, String expected) {
        @Override
        public String toString() {
            return group + ": " + title;
        }
    }

    private MalformedCases() {}

    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (String group : GROUPS) {
            String text = resource("malformed/" + group + ".txt");
            for (String part : text.substring(4).split("\n### ", -1)) {
                cases.add(parse(group, part));
            }
        }
        return cases;
    }

    private static Case parse(String group, String part) {
        String title = part.lines().findFirst().orElseThrow();
        StringBuilder model = new StringBuilder();
        StringBuilder data = new StringBuilder();
        String file = "";
        String expected = "";
        for (String line : part.lines().skip(1).toList()) {
            if (line.startsWith(">>> ")) {
                expected = line.substring(4);
            } else if (line.startsWith("--- ")) {
                file = line.substring(4);
            } else {
                (file.isEmpty() ? model : data).append(line).append('\n');
            }
        }
        return new Case(group, title, model.toString(), file, data.toString(), expected);
    }

    private static String resource(String name) {
        try (InputStream in = MalformedCases.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
