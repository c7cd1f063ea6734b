package dev.tandem.inference.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

/** Where observations lie among predictions that have not seen them, against a normal mean, where that is known. */
class LeftOutWeightsTest {
    private static final double[] Y = {-1.4, -0.2, 0.1, 0.6, 1.1, 2.9};

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(300).withDraws(2000);

    /** 4,000 predictions, or what weights leave of them, have an error below 0.5 / sqrt(800): six of it. */
    @Test
    void placesAreThoseOfAModelThatHasNotSeenTheObservation() {
        Posterior posterior = Model.of("model { mu ~ dnorm(0, 0.0001)  for (i in 1:6) { y[i] ~ dnorm(mu, 1) } }")
                .with(Map.of("y", DataArray.vector(Y)))
                .sample(SETTINGS);
        Draws predicted = posterior.predict(3, 1);
        LeftOutWeights weights = LeftOutWeights.of(posterior, predicted, 1).orElseThrow();
        for (int i = 0; i < Y.length; i++) {
            double[] own = weights.of(List.of("y[" + (i + 1) + "]"))[0];
            double below = 0;
            double total = 0;
            double unweighted = 0;
            for (int r = 0; r < own.length; r++) {
                double prediction = predicted.value(r / 2000, r % 2000, i);
                below += prediction < Y[i] ? own[r] : 0;
                unweighted += prediction < Y[i] ? 1.0 / own.length : 0;
                total += own[r];
            }
            double others = 0;
            for (int j = 0; j < Y.length; j++) {
                others += j == i ? 0 : Y[j] / 5;
            }
            double expected = Erfc.value(-(Y[i] - others) / Math.sqrt(2 * 1.2)) / 2;
            assertThat(below / total).isCloseTo(expected, within(6 * 0.5 / Math.sqrt(800)));
            if (i == 0 || i == 1) {
                // Those that have seen it are nearer to it, which would be noticed.
                assertThat(Math.abs(unweighted - 0.5)).isLessThan(Math.abs(below / total - 0.5));
            }
        }
    }

    /** A state that was drawn knowing the observation would have to be drawn anew. */
    @Test
    void statesThatAreSummedOverHaveNone() {
        Posterior posterior = Model.of("""
                model { p ~ dunif(0, 1)  for (i in 1:4) { z[i] ~ dbern(p)  y[i] ~ dnorm(3 * z[i], 1) } }
                """)
                .with(Map.of("y", DataArray.vector(0.1, 3.2, 2.9, -0.4)))
                .sample(SETTINGS.withDraws(100));
        assertThat(LeftOutWeights.of(posterior, posterior.predict(3, 1), 1)).isEqualTo(Optional.empty());
    }

    @Test
    void dataAreSaidByTheirValues() {
        assertThat(DataWords.of(DataArray.scalar(8))).isEqualTo("8");
        assertThat(DataWords.of(DataArray.vector(1, 0.25, Double.NaN))).isEqualTo("3, 1 missing: 1, 0.25, NA");
        double[] many = new double[40];
        many[39] = 12.5;
        assertThat(DataWords.of(DataArray.of(new int[] {20, 2}, many)))
                .isEqualTo("20 × 2, from 0 to 12.5, mean 0.3125: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ..");
    }
}
