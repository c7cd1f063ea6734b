package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.MixedDensity;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that comes back from its folder is the one that was written. */
class StoredRunTest {
    @TempDir
    Path folder;

    @Test
    void isTheRunThatWasWritten() {
        MixedDensity density = DiscreteGaussian.fiveBinaryThreeContinuous();
        Settings settings =
                Settings.defaults().withChains(2).withWarmup(200).withDraws(230).withSeed(3);
        Run inMemory = Sampling.run(density, settings);
        try (RunFolder run = RunFolder.create(
                folder,
                RunDescription.of("gauss", Optional.empty(), density.space(), settings),
                density.space().reported(),
                Optional.empty(),
                false)) {
            run.sample(density, progress -> {}, new Cancellation());
        }
        StoredRun stored = StoredRun.open(folder);
        assertThat(stored.finished()).isTrue();
        assertThat(stored.draws().variables()).isEqualTo(inMemory.draws().variables());
        for (int element = 0; element < stored.draws().elements(); element++) {
            assertThat(stored.draws().element(element))
                    .isDeepEqualTo(inMemory.draws().element(element));
        }
        for (Statistic statistic : Statistic.values()) {
            assertThat(stored.run().statistic(statistic)).isDeepEqualTo(inMemory.statistic(statistic));
        }
        assertThat(stored.summary()).isEqualTo(inMemory.summary());
        assertThat(stored.warmups().get(1).stage(0)).isEqualTo("anneal");
        assertThat(stored.chains().get(1).tuning().stepSize())
                .isEqualTo(inMemory.chains().get(1).tuning().stepSize());
        assertThat(stored.chains().get(1).gradients())
                .isEqualTo(inMemory.chains().get(1).gradients());
    }

    /** Nothing of them is in the folder: they are computed from the draws, and come out to the same bits. */
    @Test
    void statesThatAreSummedOutHaveTheirExactProbabilities() {
        String text = "model { psi ~ dunif(0, 1)  for (i in 1:3) { z[i] ~ dbern(psi)  y[i] ~ dnorm(2 * z[i], 1) } }";
        Model model = Model.of(text);
        DataSet data = DataSet.of(Map.of("y", DataArray.of(new int[] {3}, new double[] {0.2, 1.4, 2})));
        Settings settings =
                Settings.defaults().withChains(2).withWarmup(100).withDraws(120).withSeed(3);
        Posterior inMemory = model.with(data).sample(settings.withDraws(180));
        Path run = folder.resolve("run");
        assertThat(RunFolder.sample(run, model, data, settings)
                        .summary()
                        .row("z[2]")
                        .exact())
                .isTrue();
        assertThat(RunFolder.resume(run, 180).summary()).isEqualTo(inMemory.summary());
        assertThat(run.resolve("summary.json")).content().contains("\"exact_probabilities\" : true");
    }
}
