package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README shows can be run. */
class ReadmeTest {
    private static final Path README =
            Path.of(System.getProperty("tandem.root")).resolve("README.md");

    @TempDir
    Path folder;

    private static String readme() {
        try {
            return Files.readString(README);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The blocks that are fenced as a language. */
    private static List<String> blocks(String language) {
        Matcher matcher =
                Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```").matcher(readme());
        return matcher.results().map(result -> result.group(1)).toList();
    }

    static Stream<String> commands() {
        return blocks("console").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("$ ./tandem "))
                .map(line -> line.substring("$ ./tandem ".length()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandRuns(String arguments) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out()).isNotEmpty();
    }

    @Test
    void theFirstRunPrintsTheTableShown() {
        String shown = blocks("console").stream()
                .filter(block -> block.contains(" sample "))
                .findFirst()
                .orElseThrow();
        String arguments = shown.lines().findFirst().orElseThrow().substring("$ ./tandem ".length());
        String printed = Terminal.run(arguments.split(" ")).out();
        // Warnings come and go with the tuning; the tables stay.
        assertThat(labels(shown)).containsSubsequence(labels(printed.replaceFirst("(?s)\n(warning|note): .*", "")));
    }

    @Test
    void theSamplersAreThoseListed() {
        assertThat(blocks("console"))
                .anySatisfy(block -> assertThat(block)
                        .startsWith("$ ./tandem samplers\n")
                        .endsWith(Terminal.run("samplers").out()));
    }

    @Test
    void theJavaProgramCompilesAndPrintsTheTableShown() throws Exception {
        String program = blocks("java").get(0);
        Path source = Files.writeString(folder.resolve("ChangePoint.java"), program);
        String path = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        path,
                        "-d",
                        folder.toString(),
                        "-Xlint:all",
                        "-Werror",
                        source.toString());
        assertThat(errors).isZero();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + path,
                        "ChangePoint")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(blocks("text"))
                .anySatisfy(block -> assertThat(labels(printed)).isEqualTo(labels(block)));
    }

    /** The first words of lines, numbers aside: they do not depend on the machine or on how tuning is found. */
    private static List<String> labels(String text) {
        return text.lines()
                .map(line -> line.strip().replaceFirst(" .*", ""))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
