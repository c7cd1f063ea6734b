package dev.tandem.compiler.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.ProcessorTime;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data blocks; what comes out of them was compared with JAGS 4.3.1 where it accepts them. */
class StatementsTest {
    private static final long SEED = 4711;

    private static final DataSet DATA = DataSet.of(Map.of(
            "x", DataArray.scalar(2.5),
            "mu", DataArray.vector(1, 2),
            "y", DataArray.vector(1, Double.NaN, 3),
            "s", DataArray.of(new int[] {2, 2}, new double[] {2, 0.5, 0.5, 1})));

    private static DataSet run(String head, String block) {
        Model model = Model.of(head + "data {\n" + block + "\n}\nmodel { other ~ dnorm(0, 1) }");
        return Statements.run(model, DATA, random());
    }

    private static UniformRandomProvider random() {
        return RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    }

    private static DataArray z(String block) {
        return run("", block).find("z").orElseThrow();
    }

    @Test
    void keepsTheData() {
        DataSet result = run("", "z <- x + 1");
        assertThat(result.names()).containsExactlyInAnyOrder("x", "mu", "y", "s", "z");
        assertThat(result.find("z")).contains(DataArray.scalar(3.5));
        assertThat(result.find("y")).isEqualTo(DATA.find("y"));
        assertThat(Statements.run(Model.of("model { z ~ dnorm(0, 1) }"), DATA, random()))
                .isSameAs(DATA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (i in 1:3) { z[i] <- 2 * z[i + 1] }\n z[4] <- 1",
                "z[4] <- 1\n for (i in 1:3) { z[4 - i] <- 2 * z[5 - i] }",
                "for (i in 1:3) { z[i] <- w[i]\n w[i] <- 2 * z[i + 1] }\n z[4] <- one\n one <- 1",
            })
    void theOrderDoesNotMatter(String block) {
        assertThat(z(block)).isEqualTo(DataArray.vector(8, 4, 2, 1));
    }

    @Test
    void arraysGrowToTheLargestIndex() {
        assertThat(z("z[1] <- 3\n z[3] <- 4")).isEqualTo(DataArray.vector(3, Double.NaN, 4));
        assertThat(z("z[2, 1] <- 3\n z[1, 3] <- 4").dims()).containsExactly(2, 3);
        assertThat(z("z[1:2, 1] <- mu + 1")).isEqualTo(DataArray.of(new int[] {2, 1}, new double[] {2, 3}));
        assertThat(z("z[1, 1:2] <- mu + 1")).isEqualTo(DataArray.of(new int[] {1, 2}, new double[] {2, 3}));
        assertThat(z("for (i in 1:2) { for (j in 1:2) { z[i, j] <- 10 * i + j } }"))
                .isEqualTo(DataArray.of(new int[] {2, 2}, new double[] {11, 21, 12, 22}));
    }

    @Test
    void bareNamesTakeTheShapeOfTheirValue() {
        assertThat(z("z <- mu + 1")).isEqualTo(DataArray.vector(2, 3));
        assertThat(z("z <- s").dims()).containsExactly(2, 2);
        assertThat(z("z ~ dmnorm(mu, s)").dims()).containsExactly(2);
        assertThat(z("z ~ dwish(s, 3)").dims()).containsExactly(2, 2);
        assertThat(z("z ~ dscaled.wishart(mu, 3)").dims()).containsExactly(2, 2);
    }

    @Test
    void declarationsGiveTheShape() {
        assertThat(run("var z[3];\n", "z[1] <- x").find("z")).contains(DataArray.vector(2.5, Double.NaN, Double.NaN));
        assertThat(run("var z[n, 2];\n", "z[, 1] <- mu + 1\n z[, 2] <- mu\n n <- length(mu)")
                        .find("z"))
                .contains(DataArray.of(new int[] {2, 2}, new double[] {2, 3, 1, 2}));
        assertThat(run("var z[1, 2];\n", "z <- mu").find("z"))
                .contains(DataArray.of(new int[] {1, 2}, new double[] {1, 2}));
        assertThat(run("var z;\n", "z <- 4").find("z")).contains(DataArray.scalar(4));
    }

    @Test
    void wholeVariablesWaitForAllTheirElements() {
        assertThat(z("z <- sum(w) + length(w)\n w[1] <- 1\n w[3] <- 3\n w[2] <- 2"))
                .isEqualTo(DataArray.scalar(9));
    }

    @Test
    void loopsAndIndicesMayDependOnWhatIsDefined() {
        assertThat(z("for (i in 1:n) { z[i] <- i + last }\n n <- length(mu) + k\n k <- 1\n last <- w[n]\n w[n] <- 7"))
                .isEqualTo(DataArray.vector(8, 9, 10));
        assertThat(z("for (i in 1:2) { for (j in 1:n[i]) { z[i, j] <- 1 } }\n n[2] <- 1\n n[1] <- n[2] + 1"))
                .isEqualTo(DataArray.of(new int[] {2, 2}, new double[] {1, 1, 1, Double.NaN}));
        assertThat(z("for (i in mu) { z[i] <- -i }")).isEqualTo(DataArray.vector(-1, -2));
    }

    @Test
    void emptyLoopsAreSkipped() {
        assertThat(run("", "for (i in 3:2) { w[i] <- 1 }\n z <- 1").names()).doesNotContain("w");
    }

    @Test
    void linksAreInverted() {
        assertThat(z("log(z) <- mu[2]").value(0)).isCloseTo(Math.exp(2), within(1e-14));
        assertThat(z("logit(z) <- 0").value(0)).isEqualTo(0.5);
        assertThat(z("probit(z) <- 0").value(0)).isEqualTo(0.5);
        assertThat(z("cloglog(z) <- 0").value(0)).isCloseTo(1 - Math.exp(-1), within(1e-15));
    }

    @Test
    void drawsOnceAndUsesTheDraw() {
        DataSet result = run("", "w <- 2 * z\n z ~ dnorm(0, 1) T(9, )\n k ~ dpois(3)\n q[1:2] ~ ddirch(mu)");
        double draw = result.find("z").orElseThrow().value(0);
        assertThat(draw).isBetween(9.0, 12.0);
        assertThat(result.find("w")).contains(DataArray.scalar(2 * draw));
        DataArray q = result.find("q").orElseThrow();
        assertThat(q.value(0) + q.value(1)).isCloseTo(1, within(1e-15));
        assertThat(run("", "w <- 2 * z\n z ~ dnorm(0, 1) T(9, )\n k ~ dpois(3)\n q[1:2] ~ ddirch(mu)")
                        .arrays())
                .as("the same seed")
                .isEqualTo(result.arrays());
    }

    @Test
    void fillsInWhatIsMissing() {
        assertThat(run("", "y[2] <- 7").find("y")).contains(DataArray.vector(1, 7, 3));
        assertThat(run("", "for (i in 1:3) { y[i] ~ dpois(3) }").find("y").orElseThrow())
                .satisfies(y -> assertThat(y.value(0)).isEqualTo(1))
                .satisfies(y -> assertThat(y.isMissing(1)).isFalse())
                .satisfies(y -> assertThat(y.value(2)).isEqualTo(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "z <- mu[3] | 2:9 | index 3 of mu is outside 1..2",
                "for (i in 1:3) { z[i] <- mu[i] } | 2:29 | index 3 of mu is outside 1..2",
                "z <- 1 + mu * c(1, 2, 3) | 2:10 | a vector of 2 and one of 3 cannot be multiplied element by element",
                "z[1:3] <- mu | 2:1 | this is a vector of 3, but its value is a vector of 2",
                "z[1:2] <- 5 | 2:1 | this is a vector of 2, but its value is a number",
                "for (i in 1:2) { z[2] <- i } | 2:18 | z[2] is defined twice",
                "for (i in 1:2) { z <- i } | 2:18 | z is defined twice",
                "y[1] <- 3 | 2:1 | y is given in the data and cannot be defined by <-",
                "y[4] <- 3 | 2:3 | index 4 of y is outside 1..3",
                "y[1:3] ~ dmnorm(y, s) | 2:1 | y is given in part here, but must be given as a whole or not at all",
                "z[] <- mu | 2:1 | the dimensions of z are not known, so its index cannot be left empty here",
                "z[0] <- 1 | 2:3 | index 0 of z is less than 1",
                "z[1] <- 1 ; z[1, 2] <- 2 | 2:13 | z has 1 index elsewhere, not 2",
                "z[1000000000] <- 1 | 2:1 | z would have more than 67108864 elements",
                "z <- log(-x) | 2:6 | this is not a number",
                "log(z[1:2]) <- mu | 2:16 | a link takes a single number, not a vector of 2",
                "for (i in 1:x) { z[i] <- 1 } | 2:13 | an end of a range must be a whole number, not 2.5",
                "z <- 3:1 | 2:1 | z would be empty",
                "z ~ dnorm(0, 1) T(2, 1) | 2:5 | dnorm(0, 1) has nothing to draw from",
                "z <- nothing + 1 | 2:6 | nothing has no value here",
                "z <- w + 1 ; w <- nothing + 1 | 2:19 | nothing has no value here",
                "z <- y[2] | 2:6 | y[2] has no value here",
                "z <- w[2] ; w[1] <- 1 ; w[3] <- 1 | 2:6 | w[2] has no value here",
                "z <- w ; w <- z | 2:6 | w has no value here",
                "for (i in 1:n) { z[i] <- 1 } ; n <- length(z) | 2:13 | n has no value here",
            })
    void complains(String block, String place, String message) {
        SourceException exception = catchThrowableOfType(SourceException.class, () -> run("", block));
        assertThat(exception).isNotNull();
        SourceProblem first = exception.problems().get(0);
        assertThat(first.message()).isEqualTo(message);
        assertThat(first.line() + ":" + first.column()).isEqualTo(place);
    }

    @Test
    void reportsEachStatementOnceInOrder() {
        SourceException exception = catchThrowableOfType(
                SourceException.class,
                () -> run("", "for (i in 1:9) { b[i] <- mu[i + 2] }\nc <- y[4]\nd <- b[1] + 1\na <- mu[7]"));
        assertThat(exception.problems()).extracting(SourceProblem::line).containsExactly(2, 3, 5);
        assertThat(exception.getMessage()).contains("model:2:29: index 3 of mu is outside 1..2");
    }

    @Test
    void aMillionElementsTakeSeconds() {
        double start = ProcessorTime.seconds();
        DataArray z = z("for (i in 1:1000000) { z[i] <- 2 * w[i] + x\n w[i] <- i / 2 }");
        assertThat(z.size()).isEqualTo(1_000_000);
        assertThat(z.value(999_999)).isEqualTo(1_000_002.5);
        // Twenty times what it takes: a pass over everything for each element would never end.
        assertThat(ProcessorTime.seconds() - start).isLessThan(60);
    }
}
