package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/java-api.md compiles without a warning and prints what the page says. */
class JavaApiTest {
    private static final Path PAGE = Path.of("..", "docs", "java-api.md");

    @TempDir
    Path folder;

    @Test
    void theProgramRunsAsShown() throws Exception {
        String page = Files.readString(PAGE);
        Path source = Files.writeString(folder.resolve("Days.java"), block(page, "java"));
        String path = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        path,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-Xlint:all,-path,-classfile",
                        "-Werror",
                        source.toString());
        assertThat(errors).isZero();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + path,
                        "Days")
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(words(printed)).as(printed).isEqualTo(words(block(page, "text")));
    }

    private static String block(String page, String language) {
        Matcher matcher =
                Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```").matcher(page);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /** Lines without their numbers, or the dash where there is none: tuning may change those. */
    private static List<String> words(String text) {
        return text.lines()
                .map(line -> line.replaceAll("[-+]?[0-9][0-9.e+]*| -(?= |$)", " #")
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
    }
}
