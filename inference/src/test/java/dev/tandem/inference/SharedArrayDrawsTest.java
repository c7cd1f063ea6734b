package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Elements of one array that are not alike are drawn as often as their own laws say. */
class SharedArrayDrawsTest {
    private static final long SEED = 20261116;

    /** False alarms: 2e-8 for each of the seven probabilities. */
    @Test
    void drawsOfASummandAreBinomial() {
        double[][] draws = sample(
                "model { for (i in 1:2) { x[i] ~ dpois(lam[i]) }; s ~ dsum(x[1], x[2]) }",
                Map.of("lam", DataArray.vector(1, 3), "s", DataArray.vector(6)),
                "x[1]");
        double probability = Math.pow(0.75, 6);
        for (int k = 0; k <= 6; k++) {
            assertFrequency(draws, k, probability);
            probability *= (6.0 - k) / (k + 1) / 3;
        }
    }

    /** False alarms: 2e-8 for each of the eleven probabilities. */
    @Test
    void drawsOfCategoriesHaveTheWeightsOfTheirOwnLaw() {
        Map<String, DataArray> data =
                Map.of("w", DataArray.vector(1, 2, 3, 4), "v", DataArray.vector(7, 6, 5, 4, 3, 2, 1));
        String model = "model { x[1] ~ dcat(w[]); x[2] ~ dcat(v[]) }";
        for (int k = 1; k <= 4; k++) {
            assertFrequency(sample(model, data, "x[1]"), k, k / 10.0);
        }
        for (int k = 1; k <= 7; k++) {
            assertFrequency(sample(model, data, "x[2]"), k, (8 - k) / 28.0);
        }
    }

    private static double[][] sample(String model, Map<String, DataArray> data, String element) {
        return Model.of(model)
                .with(data)
                .sample(Settings.defaults().withWarmup(100).withDraws(2000).withSeed(SEED))
                .draws()
                .element(element);
    }

    private static void assertFrequency(double[][] draws, double value, double probability) {
        double[][] hits = new double[draws.length][];
        for (int chain = 0; chain < draws.length; chain++) {
            hits[chain] =
                    Arrays.stream(draws[chain]).map(x -> x == value ? 1 : 0).toArray();
        }
        double error = Math.sqrt(probability * (1 - probability) / Math.min(8000, Diagnostics.essMean(hits)));
        assertThat(Diagnostics.mean(hits))
                .as("P(%s), seed %d", value, SEED)
                .isCloseTo(probability, within(5.6 * error));
    }
}
