package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deep, long and large files: an answer in time, and never an overflow of the stack. */
@Tag("normal")
class LimitsTest {
    @ParameterizedTest
    @ValueSource(strings = {"(", "-", "!", "exp(", "x[", "2^", "1+(", "c(1,", "- (", "x[1,"})
    void nestingHasALimit(String piece) {
        SourceException thrown = parse("model { y <- " + piece.repeat(10_000) + "1 }");
        assertThat(thrown).hasMessageContaining("nested more than 250 deep");
    }

    @Test
    void balancedParenthesesToo() {
        SourceException thrown = parse("model { y <- " + "(".repeat(10_000) + "1" + ")".repeat(10_000) + " }");
        assertThat(thrown.problems()).hasSize(1);
        assertThat(thrown.problems().get(0).message()).isEqualTo("this is nested more than 250 deep");
        assertThat(thrown.problems().get(0).column()).isEqualTo(264);
    }

    @Test
    void nestedLoopsToo() {
        assertThat(parse("model { " + "for (i in 1:2) { ".repeat(10_000))).hasMessageContaining("nested more than 250");
        assertThat(parse("model { " + "{ ".repeat(10_000) + "x <- 1")).isNotNull();
        assertThat(parse("model { " + "if (a) { ".repeat(10_000) + "x <- 1")).isNotNull();
    }

    @Test
    void twoHundredParenthesesAreFine() {
        assertThat(Model.of("model { y <- " + "(".repeat(200) + "1" + ")".repeat(200) + " }")
                        .statements())
                .hasSize(1);
    }

    @Test
    void longSumsHaveALimit() {
        assertThat(Model.of("model { y <- 1" + " + 1".repeat(900) + " }").print())
                .contains("1 + 1");
        assertThat(parse("model { y <- 1" + " + 1".repeat(100_000) + " }")).hasMessageContaining("too long");
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aHundredThousandStatements() {
        StringBuilder text = new StringBuilder("model {\n");
        for (int i = 0; i < 100_000; i++) {
            text.append("  y").append(i).append(" ~ dnorm(mu[").append(i).append("] + 2 * b, tau)\n");
        }
        Model model = Model.of(text.append("}").toString());
        assertThat(model.statements()).hasSize(100_000);
        assertThat(NameCheck.check(model, Set.of("mu", "tau")))
                .extracting(SourceProblem::message)
                .containsExactly("b is used but never defined");
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void manyBlankLinesAndManyErrors() {
        assertThat(parse("\n".repeat(200_000))).hasMessageContaining("empty");
        assertThat(parse("model {" + " ".repeat(200_000) + "x ~ ~" + "\n y[ ".repeat(50_000)))
                .isNotNull();
        assertThat(parse("x".repeat(1_000_000))).isNotNull();
        assertThat(parse("model { x <- " + "a ".repeat(200_000))).isNotNull();
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aMillionValuesInEveryFormat() {
        StringBuilder list = new StringBuilder();
        StringBuilder csv = new StringBuilder("x\n");
        for (int i = 0; i < 1_000_000; i++) {
            double value = i % 1000 / 8.0;
            list.append(i == 0 ? "" : ", ").append(value);
            csv.append(value).append('\n');
        }
        DataArray dump = read("d.R", "x <- c(" + list + ")");
        assertThat(dump.size()).isEqualTo(1_000_000);
        assertThat(read("d.json", "{\"x\": [" + list + "]}")).isEqualTo(dump);
        assertThat(read("d.csv", csv.toString())).isEqualTo(dump);
    }

    /** An error in a line of megabytes shows only its surroundings. */
    @Test
    void longLinesAreCut() {
        String text = "x <- c(" + "1, ".repeat(100_000) + "oops, 2)";
        SourceException thrown = catchThrowableOfType(
                SourceException.class, () -> DataFile.parse(SourceText.of("d.R", text), Dialect.JAGS));
        assertThat(thrown.problems().get(0).excerpt()).hasSizeLessThan(250).contains("oops");
        assertThat(thrown.problems().get(0).column()).isEqualTo(300_008);
    }

    private static DataArray read(String name, String text) {
        return DataFile.parse(SourceText.of(name, text), Dialect.JAGS).find("x").orElseThrow();
    }

    private static SourceException parse(String text) {
        return catchThrowableOfType(SourceException.class, () -> Model.of(text));
    }
}
