package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Discrete unknowns of which the data leave one value are reported, not sampled, and the density stays what it was. */
class SettledSitesTest {
    /** Against the reference evaluator, and by the contract: values outside what is left are impossible. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for (i in 1:4) { z[i] ~ dbern(psi); for (j in 1:2) { y[i,j] ~ dbern(z[i] * p) } } psi ~ dunif(0, 1); "
                        + "p ~ dunif(0, 1) | y <- structure(c(0, 1, 0, 1, 0, 0, 0, 1), .Dim = c(4, 2)) | 2",
                "for (i in 1:2) { z[i,1] <- 1; for (t in 2:5) { z[i,t] ~ dbern(phi * z[i,t-1]); "
                        + "y[i,t] ~ dbern(p * z[i,t]) } } phi ~ dunif(0, 1); p ~ dunif(0, 1) "
                        + "| y <- structure(c(NA, NA, 1, 0, 0, 0, 0, 1, 0, 0), .Dim = c(2, 5)) | 4",
                "for (i in 1:4) { z[i] ~ dbern(w); mu[i] <- z[i] * exp(b); y[i] ~ dpois(mu[i]) } w ~ dunif(0, 1); "
                        + "b ~ dnorm(0, 1) | y <- c(0, 3, 0, 1) | 2",
                "for (i in 1:4) { k[i] ~ dbern(0.5); y[i] ~ dbern(k[i] + (1 - k[i]) * g) } g ~ dbeta(4, 12) "
                        + "| y <- c(0, 1, 1, 0) | 2",
                "for (i in 1:3) { N[i] ~ dpois(m); y[i] ~ dbin(p, N[i]) } m ~ dgamma(2, 1); p ~ dunif(0, 1) "
                        + "| y <- c(0, 4, 2) | 3",
                "for (t in 2:5) { s[t] ~ dcat(P[s[t-1],]); y[t] ~ dcat(O[s[t],]) } s[1] <- 1; P[1,1] <- a; "
                        + "P[1,2] <- b; P[1,3] <- 1 - a - b; P[2,1] <- 0; P[2,2] <- a; P[2,3] <- 1 - a; P[3,1] <- 0; "
                        + "P[3,2] <- 0; P[3,3] <- 1; O[1,1] <- b; O[1,2] <- 1 - b; O[2,1] <- b / 2; O[2,2] <- 1 - b / 2; "
                        + "O[3,1] <- 0; O[3,2] <- 1; a ~ dunif(0, 0.5); b ~ dunif(0, 0.5) "
                        + "| y <- c(NA, 2, 1, 2, 2) | 4",
                // All of a variable is settled, and it is an index.
                "for (i in 1:3) { z[i] ~ dcat(w[]); y[i] ~ dbern(r[z[i]]); x[i] ~ dnorm(mu[z[i]], 1) } r[1] <- 0; "
                        + "r[2] <- p; p ~ dunif(0, 1); w[1:2] ~ ddirch(c(1, 1)); mu[1] ~ dnorm(0, 1); mu[2] ~ dnorm(1, 1) "
                        + "| y <- c(1, 1, 1); x <- c(0.5, 1, 2) | 0",
            })
    void theDensityIsTheSame(String statements, String data, int sites) {
        CompiledDensity density = Case.check("model { " + statements + " }", data);
        assertThat(density.space().sites()).isEqualTo(sites);
    }

    private static Graph example(String name) {
        Path folder = Path.of("..", "examples", name);
        return ModelCompiler.bind(Model.read(folder.resolve("model.bug")), DataFile.read(folder.resolve("data.json")));
    }

    /** An animal is alive from its first capture to its last. */
    @Test
    void animalsLiveUntilTheyWereLastSeen() {
        Graph model = example("cjs");
        double[] y = model.symbol("y").values();
        double[] first = model.symbol("first").values();
        int open = 0;
        for (int i = 0; i < first.length; i++) {
            int last = (int) first[i];
            for (int t = last + 1; t <= 6; t++) {
                last = y[i + first.length * (t - 1)] == 1 ? t : last;
            }
            open += 6 - last;
        }
        assertThat(ModelCompiler.compile(model, Monitor.byDefault()).space().sites())
                .isEqualTo(open);
    }
}
