package dev.tandem.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the test files that hold many small texts, each under a line that starts with three hashes. */
public final class Corpus {
    /** One text; {@code expected} is empty for valid ones. */
    public record Entry(String name, String expected, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    private Corpus() {}

    static List<Entry> validModels() {
        return read("valid-models.txt", false);
    }

    static List<Entry> malformedModels() {
        return read("malformed-models.txt", true);
    }

    public static List<Entry> malformedData() {
        return read("malformed-data.txt", true);
    }

    private static List<Entry> read(String file, boolean withExpected) {
        List<Entry> entries = new ArrayList<>();
        String[] lines = resource(file).split("\n", -1);
        for (int i = 0; i < lines.length && lines[i].startsWith("### "); ) {
            String name = lines[i++].substring(4);
            String expected = withExpected ? lines[i++].substring(4) : "";
            List<String> body = new ArrayList<>();
            while (i < lines.length && !lines[i].startsWith("### ")) {
                body.add(lines[i++]);
            }
            if (i == lines.length) {
                body.remove(body.size() - 1);
            }
            entries.add(new Entry(name, expected, unescape(String.join("\n", body))));
        }
        return entries;
    }

    private static String resource(String file) {
        try (InputStream in = Corpus.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Characters that cannot be seen are written with a backslash. */
    private static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i) == '\\' && i + 1 < text.length() ? text.charAt(i + 1) : '\0';
            if (next == 'u') {
                out.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else if (next == 'r' || next == 't') {
                out.append(next == 'r' ? '\r' : '\t');
                i++;
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }
}
