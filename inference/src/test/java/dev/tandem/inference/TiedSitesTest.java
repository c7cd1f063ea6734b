package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Models whose discrete unknowns lock each other, with nothing summed out: single moves never leave the first values, joint
 * draws of tied unknowns do. Truths by hand. Bounds are at least 5 standard errors wide, a false alarm in 10^6.
 */
class TiedSitesTest {
    private static final Settings SHORT =
            Settings.defaults().withChains(2).withWarmup(100).withDraws(1000).withSeed(1);

    private static MixedDensity density(String model, String data) {
        DataSet known = data.isBlank() ? DataSet.empty() : DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Model.of(model).with(known).summing(Summing.joint()).compile();
    }

    private static double share(MixedDensity density, String name, DoublePredicate event) {
        Draws draws = Sampling.run(density, SHORT).draws();
        int element = IntStream.range(0, draws.elements())
                .filter(e -> draws.elementName(e).equals(name))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(draws.element(element))
                .flatMapToDouble(Arrays::stream)
                .map(value -> event.test(value) ? 1 : 0)
                .average()
                .orElseThrow();
    }

    private static void assertContract(MixedDensity density) {
        assertThat(density.cursor().ties().isEmpty()).isFalse();
        assertThat(DensityContract.checkBriefly(density, 1, 20, true)).isEmpty();
    }

    /** Two categories observed to be equal: P(4) = 0.16 / 0.30. */
    @Test
    void equalCategories() {
        MixedDensity density = density(
                "model { x1 ~ dcat(w[])  x2 ~ dcat(w[])  e ~ dbern(equals(x1, x2)) }",
                "w <- c(0.1, 0.2, 0.3, 0.4); e <- 1");
        assertContract(density);
        assertThat(share(density, "x1", x -> x == 4)).isBetween(0.533 - 0.06, 0.533 + 0.06);
    }

    /** An indicator and the count behind it, of which none was seen: P(z = 1) = e^-0.9 / (1 + e^-0.9). */
    @Test
    void aCountBehindAnIndicator() {
        MixedDensity density = density("model { z ~ dbern(0.5)  n ~ dpois(3 * z)  y ~ dbin(0.3, n) }", "y <- 0");
        assertContract(density);
        // Effective size above 300 of 2000.
        assertThat(share(density, "z", z -> z == 1)).isBetween(0.289 - 0.13, 0.289 + 0.13);
    }

    /** Six tosses of which three are known to be heads, by a factor that reads them all: each is one half of the time. */
    @Test
    void aSumHeldFixedByAnIndicator() {
        MixedDensity density =
                density("model { for (i in 1:6) { x[i] ~ dbern(0.3) }  e ~ dbern(equals(sum(x[]), 3)) }", "e <- 1");
        assertContract(density);
        assertThat(share(density, "x[1]", x -> x == 1)).isBetween(0.5 - 0.06, 0.5 + 0.06);
    }

    /** Counts that come and go: bounds that depend on each other, nodes computed from two unknowns, two loops. */
    @Test
    void chainsOfCounts() {
        String model = """
                model {
                  phi ~ dunif(0, 1)
                  p ~ dunif(0, 1)
                  for (i in 1:2) {
                    N[i,1] ~ dpois(6)
                    y[i,1] ~ dbin(p, N[i,1])
                    for (t in 2:3) {
                      S[i,t] ~ dbin(phi, N[i,t-1])
                      R[i,t] ~ dpois(2)
                      N[i,t] <- S[i,t] + R[i,t]
                      y[i,t] ~ dbin(p, N[i,t])
                    }
                  }
                }
                """;
        assertContract(density(model, "y <- structure(c(3, 4, 2, 5, 3, 3), .Dim = c(2, 3))"));
    }
}
