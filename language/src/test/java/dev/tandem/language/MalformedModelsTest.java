package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every malformed model is answered with the right place and the right words. */
class MalformedModelsTest {
    static List<Corpus.Entry> models() {
        return Corpus.malformedModels();
    }

    @Test
    void thereAreEnough() {
        assertThat(models()).hasSizeGreaterThanOrEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("models")
    void isAnswered(Corpus.Entry entry) {
        SourceException thrown = parse(entry.text());
        SourceProblem first = thrown.problems().get(0);
        assertThat(first.line() + ":" + first.column() + " " + first.message()).isEqualTo(entry.expected());
        assertThat(first.render()).startsWith("model.bug:" + entry.expected().replaceFirst(" ", ": "));
        assertThat(thrown.problems()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void severalProblemsAreReportedInOrder() {
        SourceException thrown = parse("""
                model {
                  for (i in 1:N) {
                    y[i] ~ dnrom(mu[i], tau)
                    mu[i] <- a + b * x[i
                    z[i] ~ normal(0, 1)
                    w[i] <- (2 + 3
                  }
                  if (a > 3) { q <- sqr(2) }
                  for i in 1:N { v[i] = = 3 }
                  s <- dnorm(0, 1)
                }
                """);
        assertThat(thrown.problems())
                .extracting(SourceProblem::headline)
                .containsExactly(
                        "model.bug:3:12: unknown distribution dnrom; did you mean dnorm?",
                        "model.bug:4:23: this [ is never closed",
                        "model.bug:5:12: unknown distribution normal",
                        "model.bug:6:13: this ( is never closed",
                        "model.bug:8:3: there is no if in this language",
                        "model.bug:9:7: for needs parentheses",
                        "model.bug:9:25: two signs in a row: = =",
                        "model.bug:10:8: dnorm is a distribution, and <- takes a value");
    }

    @Test
    void nothingBeyondTwentyProblems() {
        SourceException thrown = parse("model {\n" + "x ~ 3\n".repeat(500) + "}");
        assertThat(thrown.problems()).hasSize(20);
    }

    @Test
    void theWholeAnswerReadsWell() {
        SourceException thrown = parse("model {\n\ty ~ normal(0, 1)\n}\n");
        assertThat(thrown).hasMessage("""
                model.bug:2:6: unknown distribution normal
                  \ty ~ normal(0, 1)
                  \t    ^~~~~~
                  hint: here it is dnorm(mu, tau): its second parameter is the precision 1/sd^2, not the sd; dnorm(mu, sd = s) takes the sd""");
    }

    /** What is written by habit from elsewhere, or by a slip, is answered with what to write. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model { for (i in 1:3) { y[i] ~ dnorm(b * (x[i] - mean(x[]), tau) } } | is a ) missing before it? The ( at 1:43 is still open",
                "model { a T(0,) ~ dnorm(0, 1) } | as in a ~ dnorm(0, 1) T(0,)",
                "model { a ~ HalfNormal(1) } | here it is dnorm(0, tau) T(0,)",
                "model { a ~ Normal(0, 1) } | here it is dnorm(mu, tau)",
                "model { a ~ dnorm(0, 0,01) } | it is dnorm(mu, tau); is 0,5 meant as 0.5?"
            })
    void slipsAreAnsweredWithWhatToWrite(String model, String hint) {
        assertThat(parse(model)).hasMessageContaining("hint: " + hint);
    }

    @Test
    void aStanFileIsKnownByItsName() {
        SourceException thrown = catchThrowableOfType(
                SourceException.class,
                () -> Model.parse(SourceText.of("eight.stan", "model { x ~ normal(0, 1); }"), Dialect.JAGS));
        assertThat(thrown).hasMessageContaining("Stan program");
    }

    private static SourceException parse(String text) {
        return catchThrowableOfType(
                SourceException.class, () -> Model.parse(SourceText.of("model.bug", text), Dialect.JAGS));
    }
}
