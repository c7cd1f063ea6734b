package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.data.DataArray;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.graph.ModelPicture.Arrow;
import dev.tandem.report.graph.ModelPicture.Fate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The picture of a model has its variables with their fates, loops and arrows. */
class ModelGraphTest {
    private static final ModelPicture PICTURE = Model.of("""
                    model {
                      psi ~ dunif(0, 1)
                      for (i in 1:n) {
                        z[i] ~ dbern(psi) # whether it lives there
                        for (j in 1:2) { y[i,j] ~ dnorm(mean[i] + x[j], 1) }
                        mean[i] <- 3 * z[i]
                      }
                      later ~ dnorm(psi, 1)
                    }
                    """)
            .with(Map.of(
                    "n", DataArray.scalar(3),
                    "x", DataArray.vector(0.1, 0.2),
                    "y", DataArray.of(new int[] {3, 2}, new double[] {1, 2, 3, 1, 2, 3})))
            .picture();

    @Test
    void fates() {
        Map<String, Fate> fates = PICTURE.variables().stream()
                .collect(Collectors.toMap(ModelPicture.ModelVariable::name, ModelPicture.ModelVariable::fate));
        assertThat(fates)
                .containsOnly(
                        Map.entry("psi", Fate.SAMPLED),
                        Map.entry("z", Fate.SUMMED_OUT),
                        Map.entry("y", Fate.DATA),
                        Map.entry("x", Fate.DATA),
                        Map.entry("mean", Fate.COMPUTED),
                        Map.entry("later", Fate.FORWARD));
    }

    @Test
    void arrowsAndLoops() {
        assertThat(PICTURE.arrows())
                .containsExactlyInAnyOrder(
                        new Arrow("psi", "z"),
                        new Arrow("mean", "y"),
                        new Arrow("x", "y"),
                        new Arrow("z", "mean"),
                        new Arrow("psi", "later"));
        ModelPicture.ModelVariable y = PICTURE.variables().stream()
                .filter(variable -> variable.name().equals("y"))
                .findFirst()
                .orElseThrow();
        assertThat(y.plates()).containsExactly("i in 1:n", "j in 1:2");
        assertThat(y.statements()).isEqualTo(List.of("y[i,j] ~ dnorm(mean[i] + x[j], 1)"));
        assertThat(y.lines()).containsExactly(5);
    }
}
