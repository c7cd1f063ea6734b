package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A scale that is hardly known from below does not lead chains to where it is less than what rounding keeps of the location. No
 * statistics: a chain that is there has steps below 1e-12 and stays, others have steps about 0.5.
 */
class NarrowScalesTest {
    private static final int ANIMALS = 100;

    /** A closed population whose animals differ in how easily they are caught, by data augmentation. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void chainsOfCapturesWithEffectsOfAnimalsAllMove(long seed) {
        int[] animalsCaught = {55, 22, 12, 7, 3, 1};
        double[] y = new double[ANIMALS];
        int animal = 0;
        for (int times = 0; times < animalsCaught.length; times++) {
            Arrays.fill(y, animal, animal + animalsCaught[times], times);
            animal += animalsCaught[times];
        }
        BoundModel model = Model.of("""
                        model {
                          omega ~ dunif(0, 1)
                          mean.p ~ dunif(0, 1)
                          mean.lp <- logit(mean.p)
                          sd ~ dunif(0, 5)
                          tau <- 1 / (sd * sd)
                          for (i in 1:M) {
                            z[i] ~ dbern(omega)
                            lp[i] ~ dnorm(mean.lp, tau)
                            logit(p[i]) <- lp[i]
                            p.eff[i] <- z[i] * p[i]
                            y[i] ~ dbin(p.eff[i], 6)
                          }
                          N <- sum(z[])
                        }
                        """)
                .with(Map.of("M", DataArray.scalar(ANIMALS), "y", DataArray.vector(y)))
                .monitoring("sd");
        Run run =
                Sampling.run(model.compile(), Settings.defaults().withDraws(100).withSeed(seed));
        for (ChainReport chain : run.chains()) {
            assertThat(chain.tuning().stepSize()).as("seed %d", seed).isGreaterThan(0.05);
        }
        for (double[] chain : run.draws().element("sd")) {
            assertThat(Arrays.stream(chain).min().orElseThrow())
                    .as("seed %d", seed)
                    .isGreaterThan(1e-6);
        }
    }
}
