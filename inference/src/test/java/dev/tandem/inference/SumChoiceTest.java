package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether discrete unknowns are summed out where nobody has said it. Nothing is random: races have their own seed. */
class SumChoiceTest {
    private static final Settings SETTINGS = Settings.defaults().withSeed(3);

    private static BoundModel states() {
        return Model.of("""
                        model {
                          for (i in 1:6) { z[i] ~ dbern(psi) y[i] ~ dbin(z[i] * p, 3) }
                          psi ~ dbeta(1, 1)
                          p ~ dbeta(1, 1)
                        }
                        """).with(Map.of("y", DataArray.vector(0, 2, 0, 1, 0, 0)));
    }

    @Test
    void cheapSumsAreTaken() {
        assertThat(states().under(SETTINGS).summing()).isEqualTo(Summing.automatic());
    }

    @Test
    void whatWasAskedForStands() {
        assertThat(states().summing(Summing.none()).under(SETTINGS).summing()).isEqualTo(Summing.none());
        assertThat(states().summing(Summing.all()).under(SETTINGS).summing()).isEqualTo(Summing.all());
    }

    /** A hidden chain of a hundred states, which the sampler moves well and which is dear to sum in every gradient. */
    @Test
    @Tag("normal")
    void statesWhoseSumDoesNotPayAreSampledWhateverTheSeed() {
        Path folder = Path.of("..", "examples", "hmm");
        BoundModel model = Model.read(folder.resolve("model.bug")).with(folder.resolve("data.json"));
        assertThat(model.under(SETTINGS).summing()).isEqualTo(Summing.none());
        assertThat(model.compile().summedOut().variables()).containsExactly("state");
    }
}
