package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No generated method outgrows what the virtual machine compiles, however long a model's expressions are. */
@Tag("normal")
class LongExpressionsTest {
    private static final int LARGEST = 8000;

    private static final String UNKNOWNS = "for (i in 1:900) { b[i] ~ dnorm(1, 4) }; ";

    private static String joined(String operator, String term, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> term.replace("#", String.valueOf(i)))
                .collect(Collectors.joining(operator));
    }

    private static void check(String statements, String data) {
        CompiledDensity density = Case.check("model { " + statements + " }", data);
        assertThat(density.largestMethod()).isBetween(1, LARGEST);
    }

    @ParameterizedTest
    @CsvSource({"' + ', b[#], 900", "' + ', b[#] * sin(b[#]), 300", "' * ', b[#], 500", "' - ', exp(b[#] / 9), 400"})
    void inANode(String operator, String term, int count) {
        check(UNKNOWNS + "y <- " + joined(operator, term, count) + "; o ~ dnorm(y, 0.01)", "o <- 3");
    }

    @Test
    void inADistribution() {
        check(UNKNOWNS + "o ~ dnorm(" + joined(" + ", "b[#]", 900) + ", 0.01)", "o <- 3");
    }

    @Test
    void inALoop() {
        check(
                "for (i in 1:3) { for (j in 1:60) { b[i,j] ~ dnorm(0, 1) }; o[i] ~ dnorm("
                        + joined(" + ", "b[i,#] * cos(b[i,#])", 60) + ", 1) }",
                "o <- c(1, 2, 3)");
    }

    @Test
    void ofDiscreteUnknowns() {
        check(
                "for (i in 1:200) { z[i] ~ dbern(0.3) }; s ~ dgamma(2, 2); y <- " + joined(" + ", "z[#] * s", 200)
                        + "; o ~ dnorm(y, 1)",
                "o <- 30");
    }

    @Test
    void inARecursion() {
        check(
                "x[1] ~ dnorm(0, 1); b ~ dnorm(0, 1); for (t in 2:4) { x[t] <- "
                        + joined(" + ", "sin(b * # + x[t-1])", 40) + "; o[t] ~ dnorm(x[t], 1) }",
                "o <- c(NA, 1, 2, 3)");
    }
}
