package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every wrong model, or model with wrong data, is answered at the right place with the right words. */
class MalformedTest {
    static List<MalformedCases.Case> wrong() {
        return MalformedCases.all().stream()
                .filter(c -> !c.expected().equals("fine"))
                .toList();
    }

    static List<MalformedCases.Case> fine() {
        return MalformedCases.all().stream()
                .filter(c -> c.expected().equals("fine"))
                .toList();
    }

    @Test
    void thereAreEnough() {
        assertThat(wrong()).hasSizeGreaterThanOrEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void isAnswered(MalformedCases.Case wrong) {
        SourceException thrown = catchThrowableOfType(SourceException.class, () -> evaluate(wrong));
        assertThat(thrown).as("no complaint").isNotNull();
        SourceProblem first = thrown.problems().get(0);
        assertThat(first.headline()).isEqualTo(wrong.expected());
        for (SourceProblem problem : thrown.problems()) {
            assertThat(problem.hint()).as("hint of " + problem.headline()).isNotBlank();
            assertThat(problem.excerpt()).as("excerpt of " + problem.headline()).contains("^");
        }
    }

    /** In this language, as in R and JAGS, {@code 1:k-1} begins at 0; many a model of WinBUGS means it otherwise. */
    @Test
    void aRangeThatWasMeantToEndEarlierIsExplained() {
        String model = "model { for (k in 2:3) { s[k] ~ dnorm(sum(w[%s]), 1) } }";
        DataSet data = DataFile.parse(SourceText.of("data.R", "w <- c(1, 10, 100)\ns <- c(NA, 1, 2)"), Dialect.JAGS);
        SourceException thrown = catchThrowableOfType(
                SourceException.class,
                () -> ModelCompiler.bind(
                        Model.parse(SourceText.of("model", model.formatted("1:k-1")), Dialect.JAGS), data));
        assertThat(thrown.problems().get(0).headline()).isEqualTo("model:1:45: index 0 of w is outside 1..3");
        assertThat(thrown.problems().get(0).hint())
                .endsWith("A colon binds more tightly than a minus, as in R: write 1:(k-1)");
        thrown = catchThrowableOfType(
                SourceException.class,
                () -> ModelCompiler.bind(
                        Model.parse(SourceText.of("model", model.formatted("k-2")), Dialect.JAGS), data));
        assertThat(thrown.problems().get(0).hint()).endsWith("add 1 to numbers that count from 0");
    }

    @ParameterizedTest
    @MethodSource("fine")
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void isAccepted(MalformedCases.Case fine) {
        assertThat(evaluate(fine)).isLessThan(Double.POSITIVE_INFINITY);
    }

    /** Reads, binds, compiles and evaluates. */
    static double evaluate(MalformedCases.Case c) {
        return ModelCompiler.compile(bind(c), Monitor.byDefault()).cursor().logDensity();
    }

    private static Graph bind(MalformedCases.Case c) {
        Model model = Model.parse(SourceText.of("model.bug", c.model()), Dialect.JAGS);
        DataSet data =
                c.file().isEmpty() ? DataSet.empty() : DataFile.parse(SourceText.of(c.file(), c.data()), Dialect.JAGS);
        return ModelCompiler.bind(model, data);
    }

    @Test
    void theWholeAnswerReadsWell() {
        SourceException thrown = catchThrowableOfType(
                SourceException.class,
                () -> ModelCompiler.bind(
                        Model.of("model {\n  for (i in 1:3) {\n    y[i] ~ dbern(p)\n  }\n  p ~ dbeta(1, 1)\n}\n"),
                        DataSet.of(Map.of("y", DataArray.vector(0, 1, 2)))));
        assertThat(thrown).hasMessage("""
                model:3:5: y[3] is 2, but dbern takes 0 or 1
                      y[i] ~ dbern(p)
                      ^~~~
                  hint: code the two outcomes as 0 and 1, not as 1 and 2; y was given in the data""");
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void oneWrongValueInAMillion() {
        double[] counts = new double[1_000_000];
        counts[counts.length - 1] = -1;
        Model model = Model.of("""
                model {
                  for (i in 1:length(y)) {
                    z[i] ~ dcat(w[])
                    y[i] ~ dpois(lambda[z[i]])
                  }
                  for (k in 1:3) { lambda[k] ~ dgamma(1, 1) }
                  w[1:3] ~ ddirch(c(1, 1, 1))
                }
                """);
        SourceException thrown = catchThrowableOfType(
                SourceException.class,
                () -> ModelCompiler.bind(model, DataSet.of(Map.of("y", DataArray.vector(counts)))));
        assertThat(thrown.problems())
                .extracting(SourceProblem::headline)
                .containsExactly("model:4:5: y[1000000] is -1, but dpois takes whole numbers from 0");
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void thousandsOfStatements() {
        bindChains(10_000);
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    @Tag("long")
    void aHundredThousandStatements() {
        bindChains(100_000);
    }

    /** Each statement needs the one before it, or the one after it: neither runs out of stack. */
    private static void bindChains(int length) {
        StringBuilder forwards = new StringBuilder("model {\n  x0 <- 1\n");
        StringBuilder backwards = new StringBuilder("model {\n");
        for (int i = 1; i < length; i++) {
            forwards.append("  x").append(i).append(" <- x").append(i - 1).append(" + 1\n");
            backwards
                    .append("  x")
                    .append(length - i)
                    .append(" <- x")
                    .append(length - 1 - i)
                    .append(" + 1\n");
        }
        backwards.append("  x0 <- 1\n");
        String last = "x" + (length - 1);
        for (StringBuilder text : List.of(forwards, backwards)) {
            Graph graph = ModelCompiler.bind(
                    Model.of(text.append("  y ~ dnorm(" + last + ", 1)\n}\n").toString()), DataSet.empty());
            assertThat(graph.symbol(last).values()).containsExactly((double) length);
        }
    }
}
