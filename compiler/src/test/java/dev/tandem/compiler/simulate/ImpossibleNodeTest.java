package dev.tandem.compiler.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Optional;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** The node that makes a model impossible is named with its value, its parents and where they come from. */
class ImpossibleNodeTest {
    private static Graph bind(String model, String data) {
        return ModelCompiler.bind(Model.of(model), DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS));
    }

    private static Optional<String> find(String model, String data) {
        return ImpossibleNode.find(bind(model, data), RandomSource.L64_X128_MIX.create(1));
    }

    @Test
    void aLogarithmOfZeroIsTracedToTheData() {
        String found = find("""
                        model {
                          for (i in 1:3) {
                            y[i] ~ dnorm(mu[i], 1)
                            mu[i] <- a + b * lw[i]
                            lw[i] <- log(w[i])
                          }
                          a ~ dnorm(0, 1)
                          b ~ dnorm(0, 1)
                        }
                        """, "y <- c(1, 2, 3)\nw <- c(1, 0, 2)").orElseThrow();
        assertThat(found)
                .startsWith("model:3:5: y[2] is 2, and dnorm(mu[i], 1) makes that impossible (mu = ")
                .contains("lw[2] = -Inf; lw[2] is computed from w[2] = 0")
                .endsWith("So it was in all of 20 draws of the unknowns from the prior.");
    }

    @Test
    void aRateOfZeroIsTracedToo() {
        assertThat(find(
                        "model { for (i in 1:2) { y[i] ~ dpois(l[i])  l[i] <- e[i] * exp(b) }  b ~ dnorm(0, 1) }",
                        "y <- c(1, 2)\ne <- c(1, 0)"))
                .get()
                .asString()
                .contains("y[2] is 2, and dpois(l[i]) makes that impossible (lambda = 0)")
                .contains("l[2] is computed from e[2] = 0, b = ");
    }

    /** Before it, another node may be impossible by chance. */
    @Test
    void anImpossibleNodeIsFoundBehindOthers() {
        assertThat(find(
                        "model { for (i in 1:2) { y[i] ~ dpois(l[i] - 1)  log(l[i]) <- b * x[i] }  b ~ dnorm(0, 1) }",
                        "y <- c(1, 2)\nx <- c(1, 0)"))
                .get()
                .asString()
                .contains("y[2] is 2, and dpois(l[i] - 1) makes that impossible (lambda = 0)");
    }

    /** Where only some draws are impossible, the node is not to blame. */
    @Test
    void whatIsPossibleSometimesIsNotNamed() {
        assertThat(find("model { y ~ dunif(0, b)  b ~ dunif(0, 10) }", "y <- 5"))
                .isEmpty();
        assertThat(find("model { y ~ dnorm(b, 1)  b ~ dnorm(0, 1) }", "y <- 5")).isEmpty();
    }

    @Test
    void theCompiledDensitySaysIt() {
        Graph graph = bind("model { y ~ dnorm(b * log(w), 1)  b ~ dnorm(0, 1) }", "y <- 1\nw <- 0");
        assertThat(ModelCompiler.compile(graph, Monitor.byDefault()).whyImpossible())
                .contains("y is 1, and dnorm(b * log(w), 1) makes that impossible (mu = ")
                .contains("w = 0");
    }
}
