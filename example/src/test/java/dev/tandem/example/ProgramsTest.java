package dev.tandem.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.sampling.Settings;
import dev.tandem.validation.PageArithmetic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The programs run, and the documentation shows them, and what they print, word for word. With {@code
 * -Dtandem.docs.write=true} the pages are brought up to date.
 */
class ProgramsTest {
    private static final String PACKAGE = "package dev.tandem.example;\n\n";

    @ParameterizedTest
    @CsvSource({"docs/java-api.md, ChangePoint", "docs/java-api.md, Days", "docs/java-api.md, WholeWay"})
    void runsAndIsShown(String name, String program) throws Exception {
        Path page = Path.of("..").resolve(name);
        String source = Files.readString(Path.of("src/main/java/dev/tandem/example", program + ".java"));
        assertThat(source).startsWith(PACKAGE);
        String printed = run(program);
        String text = Files.readString(page);
        Matcher shown = Pattern.compile("(?s)(.*```java\n)((?:(?!```).)*?public class " + program
                        + " \\{.*?)(```\n\nIt prints\n\n```text held by ProgramsTest\n)(.*?)(```\n.*)")
                .matcher(text);
        assertThat(shown.matches()).isTrue();
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(
                    page,
                    shown.group(1) + source.substring(PACKAGE.length()) + shown.group(3) + printed + shown.group(5));
            return;
        }
        assertThat(shown.group(2)).isEqualTo(source.substring(PACKAGE.length()));
        if (PageArithmetic.isHere()) {
            assertThat(shown.group(4)).as("docs/write.sh writes it").isEqualTo(printed);
        } else {
            assertThat(words(printed)).as(printed).isEqualTo(words(shown.group(4)));
        }
    }

    private static String run(String program) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tandem.example." + program)
                .directory(Path.of("..").toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    /** What the README says in two lines does what it says. */
    @Test
    void theShortestProgramIsShown() throws IOException {
        Path examples = Path.of("..", "examples", "changepoint");
        Posterior posterior = Model.read(examples.resolve("model.bug"))
                .with(examples.resolve("data.R"))
                .sample(Settings.defaults().withWarmup(100).withDraws(100));
        assertThat(SummaryTable.render(posterior.summary())).contains("change");
        assertThat(Files.readString(Path.of("..", "README.md"))).contains("""
                ```text held by ProgramsTest
                Posterior posterior = Model.read(Path.of("model.bug")).with(Path.of("data.json")).sample(Settings.defaults());
                System.out.print(SummaryTable.render(posterior.summary()));
                ```
                """);
    }

    /** Lines without their numbers, or the dash where there is none: other processors may round otherwise. */
    private static List<String> words(String text) {
        return text.lines()
                .map(line -> line.replaceAll("[-+]?[0-9][0-9.e+]*| -(?= |$)", " #")
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
    }
}
