package dev.tandem.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads from the source what the program can complain of: the texts that are handed to exceptions and lists of problems, with
 * {@code …} for what is filled in, and the hints beside them. Texts that are put together elsewhere are not seen.
 */
final class MessageTexts {
    /** Stands for what a message names. */
    static final String HOLE = "…";

    private static final Pattern LITERAL = Pattern.compile("\"(?:\\\\.|[^\"\\\\\n])*\"");

    /** What hides parentheses and commas: texts, characters and comments. */
    private static final Pattern OPAQUE = Pattern.compile(
            "\"\"\"[\\s\\S]*?\"\"\"|" + LITERAL + "|'(?:\\\\[^']+|[^'\\\\])'|//[^\n]*|/\\*[\\s\\S]*?\\*/");

    private static final Pattern WORDS = Pattern.compile("\\p{L}{2,}.*[ ].*\\p{L}{2,}|\\p{L}{4,}");

    private static final String IN_SOURCE =
            "\\berror\\(|\\bfail\\(|\\bproblem\\(|\\bproblems\\.add\\(|new EvaluationException\\("
                    + "|new SourceProblem\\(|new LimitException\\(|new OutOfRangeException\\(";

    private static final String DATA_FILES = "RDump|RText|RVectors|CsvData|JsonData|DataSet|WrongFile|SourceText";

    private static final String ILLEGAL = "new IllegalArgumentException\\(";

    /** One thing that is said, and what is said to be done about it; the latter may be empty. */
    record Message(String text, String hint) {}

    /** Where messages of one kind are made. */
    private record Place(String title, String module, String files, String calls) {}

    private static final List<Place> PLACES = List.of(
            new Place("The text of a model", "language", "(?!" + DATA_FILES + ")\\w+", IN_SOURCE),
            new Place("Data files", "language", DATA_FILES, IN_SOURCE),
            new Place("A model with its data", "compiler", "\\w+", IN_SOURCE),
            new Place("Start values", "compiler", "StartValues", ILLEGAL),
            new Place("Parts of variables", "density", "Selection", ILLEGAL),
            new Place("Predicting, deriving, comparing", "inference", "\\w+", IN_SOURCE + "|" + ILLEGAL),
            new Place("Options of commands", "cli", "\\w+", "\\bbad\\(|new ParameterException\\("),
            new Place("Sampling", "sampling", "\\w+", "new SamplingException\\("),
            new Place("Folders of runs", "runs", "\\w+", "new RunFolderException\\(|new DamagedFileException\\("),
            new Place("Files that are written", "exports", "\\w+", "new RefusedException\\("),
            new Place("Clusters", "spark", "\\w+", "new ClusterException\\("),
            new Place("Other programs", "serve", "\\w+", "new RefusedException\\(|new MalformedFrameException\\("));

    private MessageTexts() {}

    /** All messages by what they are about, in the order of their texts. */
    static Map<String, List<Message>> read(Path root) throws IOException {
        Map<String, List<Message>> all = new LinkedHashMap<>();
        for (Place place : PLACES) {
            Map<String, String> found =
                    new TreeMap<>(String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder()));
            Pattern calls = Pattern.compile(place.calls());
            for (Path file : files(root.resolve(place.module()).resolve("src/main/java"), place.files())) {
                new Source(Files.readString(file)).collect(calls, found);
            }
            List<Message> messages = new ArrayList<>();
            found.forEach((text, hint) -> messages.add(new Message(text, hint)));
            all.put(place.title(), messages);
        }
        return all;
    }

    /** What literals say after a word that they begin with, such as {@code note: }. */
    static List<String> after(String word, Path sources) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(sources, "\\w+")) {
            Matcher literal = LITERAL.matcher(Files.readString(file));
            while (literal.find()) {
                String text = unquoted(literal.group());
                if (text.startsWith(word) && !text.substring(word.length()).isBlank()) {
                    found.add(text.substring(word.length()).strip());
                }
            }
        }
        return found;
    }

    private static List<Path> files(Path sources, String names) throws IOException {
        try (Stream<Path> walk = Files.walk(sources)) {
            return walk.filter(file -> file.getFileName().toString().matches("(?:" + names + ")\\.java"))
                    .sorted()
                    .toList();
        }
    }

    private static String unquoted(String literal) {
        return literal.substring(1, literal.length() - 1)
                .replace("\\\"", "\"")
                .replace("\\n", " ")
                .replace("\\\\", "\\");
    }

    /** A piece of a program, and the same with all blotted out that could be taken for its structure. */
    private record Source(String text, String structure) {
        Source(String text) {
            this(
                    text,
                    OPAQUE.matcher(text)
                            .replaceAll(match -> "#".repeat(match.group().length())));
        }

        private Source part(int from, int to) {
            return new Source(text.substring(from, to), structure.substring(from, to));
        }

        void collect(Pattern calls, Map<String, String> found) {
            Matcher call = calls.matcher(structure);
            while (call.find()) {
                List<Source> arguments = part(call.end(), end(call.end())).split(',');
                if (call.group().contains("EvaluationException")
                        && !(arguments.size() > 1 && arguments.get(1).isText())) {
                    // It passes on what another said, with a hint of its own.
                    continue;
                }
                List<List<String>> said = arguments.stream()
                        .filter(Source::isText)
                        .map(Source::alternatives)
                        .toList();
                if (said.isEmpty()) {
                    continue;
                }
                String hint = said.size() < 2
                        ? ""
                        : String.join(
                                "; or ",
                                said.get(1).stream().filter(MessageTexts::says).toList());
                said.get(0).stream()
                        .filter(MessageTexts::says)
                        .forEach(text -> found.merge(text, hint, (before, now) -> before.isEmpty() ? now : before));
            }
        }

        /** Whether an argument is put together from text, and is not a call whose arguments are looked at by themselves. */
        private boolean isText() {
            return text.contains("\"") && !structure.matches("(?s)\\s*(?:new |List\\.of|[\\w.()]*problem\\().*");
        }

        /** Where the parenthesis closes that was opened before this place. */
        private int end(int start) {
            int depth = 1;
            int at = start;
            while (depth > 0) {
                depth += depth(structure.charAt(at++));
            }
            return at - 1;
        }

        private static int depth(char c) {
            return "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        }

        /** The parts between separators that stand outside of all parentheses. */
        private List<Source> split(char separator) {
            List<Source> parts = new ArrayList<>();
            int depth = 0;
            int from = 0;
            for (int at = 0; at < structure.length(); at++) {
                depth += depth(structure.charAt(at));
                if (depth == 0 && structure.charAt(at) == separator) {
                    parts.add(part(from, at));
                    from = at + 1;
                }
            }
            parts.add(part(from, structure.length()));
            return parts;
        }

        /** What an expression may say: several things where it is a choice. */
        private List<String> alternatives() {
            List<Source> choice = split('?');
            if (choice.size() > 1) {
                return choice.subList(1, choice.size()).stream()
                        .flatMap(part -> part.split(':').stream())
                        .filter(part -> part.text().contains("\""))
                        .flatMap(part -> part.alternatives().stream())
                        .toList();
            }
            StringBuilder said = new StringBuilder();
            for (Source part : split('+')) {
                String constant = part.constant();
                if (!constant.equals(HOLE) || !said.toString().endsWith(HOLE)) {
                    said.append(constant);
                }
            }
            return List.of(said.toString().replaceAll("\\s+", " ").strip());
        }

        private String constant() {
            String trimmed = text.strip();
            if (LITERAL.matcher(trimmed).matches()) {
                return unquoted(trimmed);
            }
            Matcher literal = LITERAL.matcher(trimmed);
            return trimmed.startsWith("String.format(") && literal.find()
                    ? unquoted(literal.group()).replaceAll("%[-+0-9.,]*[a-z]", HOLE)
                    : HOLE;
        }
    }

    private static boolean says(String text) {
        return WORDS.matcher(text).find();
    }
}
