package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.SummaryRow;
import dev.tandem.language.DataArray;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The classic form of hierarchical BUGS models, vague gamma precisions and data far from zero: from the default start
 * the precisions are off by many powers of ten, and a chain that settles before it has left the funnel's neck never
 * leaves it. Warmup has to bring every chain home.
 */
class VaguePrecisionsTest {
    private static final String MODEL = """
            model {
              for (i in 1:N) {
                for (j in 1:T) {
                  y[i,j] ~ dnorm(alpha[i] + beta[i] * (x[j] - xbar), tau.c)
                }
                alpha[i] ~ dnorm(alpha.c, alpha.tau)
                beta[i] ~ dnorm(beta.c, beta.tau)
              }
              tau.c ~ dgamma(0.001, 0.001)
              alpha.c ~ dnorm(0.0, 1.0E-6)
              alpha.tau ~ dgamma(0.001, 0.001)
              beta.c ~ dnorm(0.0, 1.0E-6)
              beta.tau ~ dgamma(0.001, 0.001)
              xbar <- mean(x[])
            }
            """;

    private static final double[] DAYS = {8, 15, 22, 29, 36};
    private static final int ANIMALS = 30;

    /** Weights with spread-out levels and slopes, and errors that look random. */
    private static BoundModel model() {
        double[] y = new double[ANIMALS * DAYS.length];
        for (int i = 0; i < ANIMALS; i++) {
            double level = 242 + 14 * spread(i, 1);
            double slope = 6.2 + 0.7 * spread(i, 2);
            for (int j = 0; j < DAYS.length; j++) {
                y[i + ANIMALS * j] = level + slope * (DAYS[j] - 22) + 6 * spread(i * 5 + j, 3);
            }
        }
        return Model.of(MODEL)
                .with(Map.of(
                        "N", DataArray.scalar(ANIMALS),
                        "T", DataArray.scalar(DAYS.length),
                        "x", DataArray.vector(DAYS),
                        "y", DataArray.of(new int[] {ANIMALS, DAYS.length}, y)));
    }

    /** Values of about unit variance and mean zero, the same on every machine. */
    private static double spread(int index, int series) {
        double fraction = (index + 1) * (series == 1 ? 0.6180339887 : series == 2 ? 0.7548776662 : 0.8191725134);
        return Math.sqrt(12) * (fraction - Math.floor(fraction) - 0.5);
    }

    @Test
    void everyChainComesHome() {
        for (long seed = 1; seed <= 3; seed++) {
            Posterior posterior =
                    model().sample(Settings.defaults().withSeed(seed).withChains(6));
            for (String name : new String[] {"tau.c", "alpha.c", "alpha.tau", "beta.c", "beta.tau"}) {
                SummaryRow row = posterior.summary().row(name);
                assertThat(row.rhat()).as("R-hat of %s, seed %d", name, seed).isLessThan(1.05);
            }
            assertThat(posterior.mean("alpha.c")).as("seed %d", seed).isBetween(230.0, 255.0);
        }
    }
}
