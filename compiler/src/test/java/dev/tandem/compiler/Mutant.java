package dev.tandem.compiler;

import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An example spoilt by a few slips of the hand.
 *
 * @param origin the example and the number of the mutant, for the report of a failure
 * @param model the text
 * @param data the values
 * @param orphan a name that is used and has lost its only definition, or empty
 */
record Mutant(String origin, String model, Map<String, DataArray> data, String orphan) {
    private static final Pattern TOKEN =
            Pattern.compile("[A-Za-z][A-Za-z0-9._]*|[0-9.]+(?:[eE][-+]?[0-9]+)?|<-|%\\*%|[<>=!]=|&&|\\|\\||\\s+|.");
    private static final Pattern DEFINITION = Pattern.compile(
            "^\\s*(?:(?:log|logit|probit|cloglog)\\()?([A-Za-z][A-Za-z0-9._]*)(?:\\[[^~<]*\\])?\\)?\\s*(?:<-|~).*");
    private static final String[] NUMBERS = {"0", "1", "2", "3", "0.5", "-1", "1e9", "4", "100"};
    private static final String[] LAWS = {
        "dnorm",
        "dgamma",
        "dbern",
        "dbin",
        "dpois",
        "dcat",
        "ddirch",
        "dunif",
        "dbeta",
        "dt",
        "dexp",
        "dmnorm",
        "dwish",
        "dmulti",
        "dinterval",
        "dlnorm",
        "dweib",
        "dnegbin",
        "dhyper",
        "dordered.logit"
    };
    private static final String[] FUNCTIONS = {
        "exp", "log", "sqrt", "sum", "mean", "max", "min", "length", "dim", "inverse", "t", "round", "step", "abs",
        "sd", "prod", "sort", "rank", "logdet", "ilogit", "phi", "inprod", "pow"
    };
    private static final double[] VALUES = {Double.NaN, -1, 0, 0.5, 1, 2, 7, 300, 1e9, Double.POSITIVE_INFINITY};

    /** An example as it is. */
    record Seed(String name, String model, Map<String, DataArray> data) {}

    /** All examples that have a model and data. */
    static List<Seed> examples() {
        List<Seed> seeds = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Path.of("..", "examples"))) {
            for (Path folder : folders.sorted().toList()) {
                Path model = folder.resolve("model.bug");
                Path json = folder.resolve("data.json");
                Path data = Files.exists(json) ? json : folder.resolve("data.R");
                if (Files.exists(model)) {
                    seeds.add(new Seed(
                            folder.getFileName().toString(),
                            Files.readString(model).replaceAll("#.*", ""),
                            DataFile.read(data).arrays()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return seeds;
    }

    static Mutant of(List<Seed> seeds, int number) {
        Random random = new Random(number);
        Seed seed = seeds.get(random.nextInt(seeds.size()));
        String origin = seed.name() + " mutant " + number;
        if (random.nextInt(10) == 0) {
            return orphaned(origin, seed, random);
        }
        String model = seed.model();
        Map<String, DataArray> data = seed.data();
        int edits = 1 + random.nextInt(3);
        for (int i = 0; i < edits; i++) {
            if (random.nextInt(3) == 0) {
                data = spoil(data, random);
            } else {
                model = spoil(model, random);
            }
        }
        return new Mutant(origin, model, data, "");
    }

    /** Drops the statement that alone defines a name. */
    private static Mutant orphaned(String origin, Seed seed, Random random) {
        List<String> lines = new ArrayList<>(seed.model().lines().toList());
        int line = random.nextInt(lines.size());
        Matcher matcher = DEFINITION.matcher(lines.get(line));
        if (!matcher.matches()) {
            return new Mutant(origin, spoil(seed.model(), random), seed.data(), "");
        }
        lines.remove(line);
        String name = matcher.group(1);
        String rest = String.join("\n", lines);
        boolean definedElsewhere = seed.data().containsKey(name)
                || lines.stream()
                        .map(DEFINITION::matcher)
                        .anyMatch(m -> m.matches() && m.group(1).equals(name));
        boolean used = tokens(rest).contains(name);
        return new Mutant(origin, rest, seed.data(), used && !definedElsewhere ? name : "");
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    private static String spoil(String text, Random random) {
        List<String> tokens = tokens(text);
        int at = random.nextInt(tokens.size());
        while (tokens.get(at).isBlank()) {
            at = random.nextInt(tokens.size());
        }
        switch (random.nextInt(9)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.set(at, tokens.get(random.nextInt(tokens.size())));
            case 2 -> {
                int other = random.nextInt(tokens.size());
                String token = tokens.get(at);
                tokens.set(at, tokens.get(other));
                tokens.set(other, token);
            }
            case 3, 4 -> replaceLike(tokens, at, random);
            case 5 -> tokens.add(at, "(" + NUMBERS[random.nextInt(NUMBERS.length)] + ") *");
            case 6 -> index(tokens, random);
            case 7 -> {
                return line(text, random);
            }
            default -> rename(tokens, at, random);
        }
        return String.join("", tokens);
    }

    /** A number becomes another number, a distribution another distribution, a name another name. */
    private static void replaceLike(List<String> tokens, int at, Random random) {
        String token = tokens.get(at);
        boolean call = at + 1 < tokens.size() && tokens.get(at + 1).equals("(");
        if (Character.isDigit(token.charAt(0))) {
            tokens.set(at, NUMBERS[random.nextInt(NUMBERS.length)]);
        } else if (call && token.startsWith("d")) {
            tokens.set(at, LAWS[random.nextInt(LAWS.length)]);
        } else if (call) {
            tokens.set(at, FUNCTIONS[random.nextInt(FUNCTIONS.length)]);
        } else if (token.equals("<-") || token.equals("~")) {
            tokens.set(at, token.equals("~") ? "<-" : "~");
        } else if (Character.isLetter(token.charAt(0))) {
            rename(tokens, at, random);
        }
    }

    private static void rename(List<String> tokens, int at, Random random) {
        List<String> names =
                tokens.stream().filter(t -> Character.isLetter(t.charAt(0))).toList();
        tokens.set(at, names.get(random.nextInt(names.size())));
    }

    /** Changes what stands in a pair of brackets. */
    private static void index(List<String> tokens, Random random) {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).equals("[")) {
                open.add(i);
            }
        }
        if (open.isEmpty()) {
            return;
        }
        int at = open.get(random.nextInt(open.size())) + 1;
        String[] insertions = {"1 + ", "2 * ", "1,", ",", "1:", "-", "z[", "0.5 + ", "1:3 + ", "c(1,2),"};
        tokens.add(at, insertions[random.nextInt(insertions.length)]);
    }

    private static String line(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int from = random.nextInt(lines.size());
        if (random.nextBoolean()) {
            lines.remove(from);
        } else {
            lines.add(random.nextInt(lines.size()), lines.get(from));
        }
        return String.join("\n", lines);
    }

    private static Map<String, DataArray> spoil(Map<String, DataArray> data, Random random) {
        Map<String, DataArray> copy = new LinkedHashMap<>(data);
        List<String> names = new ArrayList<>(copy.keySet());
        if (names.isEmpty()) {
            return copy;
        }
        String name = names.get(random.nextInt(names.size()));
        DataArray array = copy.get(name);
        switch (random.nextInt(6)) {
            case 0 -> copy.remove(name);
            case 1 -> copy.put(name, copy.get(names.get(random.nextInt(names.size()))));
            case 2 -> copy.put(name, reshaped(array, random));
            case 3 -> copy.put(name, DataArray.scalar(VALUES[random.nextInt(VALUES.length)]));
            default -> {
                double[] values = array.toArray();
                for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                    values[random.nextInt(values.length)] = VALUES[random.nextInt(VALUES.length)];
                }
                copy.put(name, DataArray.of(array.dims(), values));
            }
        }
        return copy;
    }

    private static DataArray reshaped(DataArray array, Random random) {
        double[] values = array.toArray();
        int[] dims = array.dims();
        switch (random.nextInt(4)) {
            case 0 -> {
                return DataArray.vector(values);
            }
            case 1 -> {
                int[] turned = new int[dims.length];
                for (int d = 0; d < dims.length; d++) {
                    turned[d] = dims[dims.length - 1 - d];
                }
                return DataArray.of(turned, values);
            }
            case 2 -> {
                return DataArray.vector(Arrays.copyOf(values, Math.max(1, values.length - 1)));
            }
            default -> {
                return DataArray.of(new int[] {1, values.length}, values);
            }
        }
    }
}
