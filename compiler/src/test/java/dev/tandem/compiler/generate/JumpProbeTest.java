package dev.tandem.compiler.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The coordinates in which a density is seen to jump are those in which it does, and no others. */
class JumpProbeTest {
    private static final String DATA = "x <- c(1, 2, 3, 4, 5, 6); y <- c(2, 1, 3, 6, 8, 5); n <- 6";

    /** The names of the coordinates that jump. */
    private static String[] jumping(String statements) {
        Graph graph = Graph.bind(
                Model.of("model { " + statements + " }"), DataFile.parse(SourceText.of("data.R", DATA), Dialect.JAGS));
        CompiledDensity density = ModelCompiler.compile(graph, Monitor.byDefault());
        return Arrays.stream(density.cursor().jumps())
                .mapToObj(density.space()::coordinateName)
                .toArray(String[]::new);
    }

    @Test
    void aChangePointJumps() {
        String priors = " for (k in 1:2) { b[k] ~ dnorm(0, 0.1) }  tau ~ dunif(0, 7)";
        assertThat(jumping("for (i in 1:n) { y[i] ~ dpois(exp(b[1] + b[2] * step(x[i] - tau))) }" + priors))
                .containsExactly("free(tau)");
        assertThat(jumping(
                        "for (i in 1:n) { y[i] ~ dpois(m[i])  log(m[i]) <- b[1] + b[2] * step(x[i] - tau) }" + priors))
                .containsExactly("free(tau)");
        assertThat(jumping("for (i in 1:n) { y[i] ~ dpois(exp(b[1 + (x[i] > tau)])) }" + priors))
                .containsExactly("free(tau)");
        assertThat(jumping("for (i in 1:n) { y[i] ~ dpois(exp(ifelse(x[i] < tau, b[1], b[2]))) }" + priors))
                .containsExactly("free(tau)");
        assertThat(jumping("for (i in 1:n) { y[i] ~ dpois(exp(b[j[i]]))  j[i] <- 1 + step(x[i] - tau) }"
                        + " for (k in 1:2) { b[k] ~ dnorm(0, 0.1) }  tau ~ dnorm(300, 0.0001)"))
                .containsExactly("tau");
    }

    @Test
    void roundedUnknownsJump() {
        assertThat(jumping(
                        "m ~ dgamma(3, 0.1)  s ~ dbeta(2, 2)  N <- round(m) + 8  for (i in 1:n) { y[i] ~ dbin(s, N) }"))
                .containsExactly("free(m)");
    }

    @Test
    void whatIsContinuousDoesNot() {
        String priors = " for (k in 1:2) { b[k] ~ dnorm(0, 0.1) }  tau ~ dunif(0, 7)  a ~ dnorm(0, 0.1)";
        assertThat(jumping(
                        "for (i in 1:n) { y[i] ~ dnorm(a + b[j[i]] * (x[i] - tau), 1)  j[i] <- 1 + step(x[i] - tau) }"
                                + priors))
                .isEmpty();
        assertThat(jumping("for (i in 1:n) { y[i] ~ dnorm(a + b[1] * max(x[i] - tau, 0) + b[2] * abs(x[i] - tau), 1) }"
                        + priors))
                .isEmpty();
        assertThat(jumping(
                        "for (i in 1:n) { y[i] ~ dnorm(a + b[1] * x[i], 1) }  positive <- step(b[1])  larger <- b[1] > b[2]"
                                + priors))
                .isEmpty();
    }

    /** A posterior predictive check compares counts that are drawn anew; the probability decides them, and its density is smooth. */
    @Test
    void whatIsComputedForReportsAloneDoesNot() {
        assertThat(jumping(
                        "lambda ~ dgamma(0.001, 0.001)  p ~ dunif(0, 1)  for (i in 1:n) { N[i] ~ dpois(lambda)  y[i] ~ dbin(p, N[i])"
                                + "  again[i] ~ dbin(p, N[i])  apart[i] <- pow(y[i] - p * N[i], 2)  anew[i] <- pow(again[i] - p * N[i], 2) }"
                                + "  bpv <- step(sum(anew[]) - sum(apart[]))"))
                .isEmpty();
    }
}
