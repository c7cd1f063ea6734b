package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Models and data made to harm: each ends with one clear complaint or with a result, in a program that has 512 MB, and
 * never with a stack trace. That these programs end at all is only guarded by a timeout, which says nothing about speed.
 */
@Tag("normal")
class HostileTest {
    private static final int GUARD_MINUTES = 5;

    /** What a model says, and what is said about it; nothing if it can be sampled. */
    private record Hostile(String name, String text, String complaint) {
        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    Path folder;

    private static String noise(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(1).nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String model(String statement) {
        return "model { " + statement + " }";
    }

    private static String nested(String before, String core, String after, int times) {
        return before.repeat(times) + core + after.repeat(times);
    }

    /** Loops in each other, with the counters of all as subscripts. */
    private static String loops(int depth, String range) {
        String open = IntStream.range(0, depth)
                .mapToObj(i -> "for (i" + i + " in " + range + ") { ")
                .collect(Collectors.joining());
        String subscripts = IntStream.range(0, depth).mapToObj(i -> "i" + i).collect(Collectors.joining(","));
        return model(open + "x[" + subscripts + "] ~ dnorm(0, 1)" + " }".repeat(depth));
    }

    private static String statements(int count, String statement) {
        return model(IntStream.range(0, count)
                .mapToObj(i -> statement.replace("#", Integer.toString(i)).replace("%", Integer.toString(i + 1)))
                .collect(Collectors.joining("\n")));
    }

    static Stream<Hostile> models() {
        return Stream.of(
                new Hostile(
                        "parentheses",
                        model("x ~ dnorm(" + nested("(", "0", ")", 10_000) + ", 1)"),
                        "more than 250 deep"),
                new Hostile(
                        "open parentheses", model("x ~ dnorm(" + "(".repeat(10_000) + "0, 1)"), "more than 250 deep"),
                new Hostile("brackets", model("x <- " + nested("y[", "1", "]", 10_000)), "more than 250 deep"),
                new Hostile("signs", model("x <- " + "-".repeat(10_000) + "1"), "more than 250 deep"),
                new Hostile("powers", model("x <- " + "2^".repeat(10_000) + "1"), "more than 250 deep"),
                new Hostile("sums", model("x <- 1" + " + 1".repeat(100_000)), "too long"),
                new Hostile("deep loops", loops(2_000, "1:2"), "more than 250 deep"),
                new Hostile("forty loops", loops(40, "1:2"), "do not fit into memory"),
                new Hostile(
                        "statements", statements(100_000, "y# ~ dnorm(0, 1)"), "100,000 statements, more than 2,000"),
                new Hostile(
                        "a chain of statements",
                        statements(100_000, "y# <- y% + 1") + "\n",
                        "is used but never defined"),
                new Hostile("elements one by one", statements(100_000, "y[%] ~ dnorm(0, 1)"), "100,000 statements"),
                new Hostile("2^31 elements", model("for (i in 1:2147483648) { x[i] ~ dnorm(0, 1) }"), "too large"),
                new Hostile(
                        "2^31 - 1 elements",
                        model("for (i in 1:2147483647) { x[i] ~ dnorm(0, 1) }"),
                        "do not fit into memory"),
                new Hostile(
                        "2^31 declared", "var x[2147483647]; " + model("x[1] ~ dnorm(0, 1)"), "do not fit into memory"),
                new Hostile("2^32 elements", loops(2, "1:65536"), "do not fit into memory"),
                new Hostile("10^12 iterations", model("for (i in 1:1000000000000) { x <- 1 }"), "too large"),
                new Hostile("10^12 iterations of loops", loops(12, "1:10"), "do not fit into memory"),
                new Hostile(
                        "10^12 iterations of data",
                        "data { for (i in 1:1000000000000) { x[i] <- 1 } } " + model("y ~ dnorm(0, 1)"),
                        "too large"),
                new Hostile(
                        "10^8 iterations of data",
                        "data { for (i in 1:100000000) { x[1] <- 1 } } " + model("y ~ dnorm(0, 1)"),
                        "more than 67108864 elements"),
                new Hostile("a sum of 10^12", model("x ~ dnorm(sum(1:1000000000000), 1)"), "too large"),
                new Hostile("a number of 10^5 digits", model("x ~ dnorm(" + "9".repeat(100_000) + ", 1)"), "too large"),
                new Hostile("infinite numbers", model("x ~ dnorm(1e308 * 10, 1)"), "must be finite"),
                new Hostile("a long line", model("x ~ dnorm(0" + " ".repeat(5_000_000) + ", 1)"), ""),
                new Hostile("a long comment", "# " + "x".repeat(5_000_000) + "\n" + model("x ~ dnorm(0, 1)"), ""),
                new Hostile("a long name", model("x".repeat(100_000) + " ~ dnorm(0, 1)"), ""),
                new Hostile("noise", noise(1_000_000), "this is a binary file"),
                new Hostile("a class file", ofThisClass(), "this is a binary file"),
                new Hostile("a zero byte", model("x ~ dnorm(0, \0 1)"), "this is a binary file"),
                new Hostile("words of Java", model("""
                                class ~ dnorm(0, 1)
                                int ~ dnorm(class, 1)
                                java.lang.System.exit ~ dnorm(int, 1)
                                Runtime.getRuntime.exec ~ dbern(0.5)
                                this ~ dnorm(Runtime.getRuntime.exec, 1)
                                new[1] ~ dnorm(this, 1)
                                goto ~ dnorm(new[1], 1)
                                null ~ dnorm(goto, 1)
                                true ~ dnorm(null, 1)
                                cursor ~ dnorm(true, 1)
                                gradient ~ dnorm(cursor, 1)
                                Object ~ dnorm(0, 1)
                                clinit ~ dnorm(0, 1)
                                """), ""));
    }

    private static String ofThisClass() {
        try (InputStream in = HostileTest.class.getResourceAsStream("HostileTest.class")) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static Stream<Arguments> data() {
        return Stream.of(
                Arguments.of("data.json", "{\"y\": " + nested("[", "1", "]", 100_000) + "}", "more than 16 dimensions"),
                Arguments.of("data.json", "[".repeat(1_000_000), ""),
                Arguments.of("data.json", nested("{\"y\":", "1", "}", 100_000), ""),
                Arguments.of("data.json", "{\"y\": \0 1}", "binary"),
                Arguments.of("data.json", "{\"y\": 1e999999}", ""),
                Arguments.of("data.R", "y <- " + nested("c(", "1", ")", 100_000), ""),
                Arguments.of("data.R", "y <- rep(1, 1e12)", ""),
                Arguments.of("data.R", "y <- 1:1000000000000", ""),
                Arguments.of("data.R", "y <- structure(c(1, 2), .Dim = c(100000L, 100000L))", ""),
                Arguments.of("data.csv", "y\n" + "1,".repeat(1_000_000), ""));
    }

    /** All models in one program, as the second would find what the first has left behind. */
    @Test
    void modelsEndInAComplaintOrAResult() throws Exception {
        List<String> lines = new ArrayList<>();
        List<Hostile> all = models().toList();
        for (int i = 0; i < all.size(); i++) {
            Path file = Files.writeString(folder.resolve(i + ".bug"), all.get(i).text(), StandardCharsets.ISO_8859_1);
            lines.add("sample " + file + " --chains 1 --warmup 20 --draws 20 --quiet");
        }
        List<Terminal> ends = inOneProgram(lines);
        for (int i = 0; i < all.size(); i++) {
            expect(
                    all.get(i).toString(),
                    ends.get(i),
                    all.get(i).complaint(),
                    all.get(i).complaint().isEmpty());
        }
    }

    @Test
    void dataEndInAComplaint() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), "model { x ~ dnorm(y[1], 1) }");
        List<String> lines = new ArrayList<>();
        List<Arguments> all = data().toList();
        for (int i = 0; i < all.size(); i++) {
            Object[] given = all.get(i).get();
            Path file = Files.writeString(
                    Files.createDirectory(folder.resolve("data-" + i)).resolve((String) given[0]), (String) given[1]);
            lines.add("check " + model + " --data " + file);
        }
        List<Terminal> ends = inOneProgram(lines);
        for (int i = 0; i < all.size(); i++) {
            expect("data " + i, ends.get(i), (String) all.get(i).get()[2], false);
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void pathsEndInAComplaint(String name, String complaint) throws IOException {
        Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
        Terminal terminal = Terminal.run("sample", folder.resolve(name).toString());
        expect(name, terminal, complaint, false);
        Path model = Files.writeString(folder.resolve("model.bug"), "model { x ~ dnorm(y, 1) }");
        expect(
                name,
                Terminal.run(
                        "sample",
                        model.toString(),
                        "--data",
                        folder.resolve(name).toString()),
                complaint,
                false);
        expect(name, Terminal.run("summary", folder.resolve(name).toString()), "", false);
    }

    static Stream<Arguments> paths() {
        return Stream.of(
                Arguments.of("a", "Too many levels of symbolic links"),
                Arguments.of("b/c", "Too many levels of symbolic links"),
                Arguments.of("x".repeat(300), "File name too long"),
                Arguments.of("none", "there is no such file"),
                Arguments.of(".", "this is a folder"));
    }

    private static void expect(String name, Terminal terminal, String complaint, boolean sampled) {
        assertThat(terminal.err() + terminal.out())
                .as(name)
                .doesNotContain("\tat ", "Exception", "StackOverflow", "OutOfMemory");
        assertThat(terminal.code())
                .as("%s: %s", name, shortened(terminal.err()))
                .isEqualTo(sampled ? 0 : 2);
        if (!sampled) {
            assertThat(shortened(terminal.err())).as(name).contains(complaint);
            assertThat(terminal.out()).as(name).isEmpty();
        }
    }

    private static String shortened(String text) {
        return text.length() < 2_000 ? text : text.substring(0, 2_000);
    }

    /** Runs commands one after the other in a program of 512 MB. */
    private List<Terminal> inOneProgram(List<String> lines) throws Exception {
        Path commands = Files.write(folder.resolve("commands"), lines);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileTest.class.getName(),
                        commands.toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(GUARD_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly().waitFor();
        assertThat(ended).as(Files.readString(output)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        List<Terminal> ends = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            ends.add(new Terminal(
                    Integer.parseInt(Files.readString(folder.resolve("code-" + i))),
                    Files.readString(folder.resolve("out-" + i)),
                    Files.readString(folder.resolve("err-" + i))));
        }
        return ends;
    }

    /** Takes a file of commands and a folder for what they print. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        for (int i = 0; i < lines.size(); i++) {
            System.out.println(lines.get(i));
            Terminal terminal = Terminal.run(lines.get(i).split(" "));
            Files.writeString(folder.resolve("code-" + i), Integer.toString(terminal.code()));
            Files.writeString(folder.resolve("out-" + i), terminal.out());
            Files.writeString(folder.resolve("err-" + i), terminal.err());
        }
    }
}
