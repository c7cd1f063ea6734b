package dev.tandem.inference.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tandem.compiler.program.Summing;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.graph.ModelPicture.Arrow;
import dev.tandem.report.graph.ModelPicture.Fate;
import java.util.Arrays;
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

    /** All work belongs to some statement, most of it to what is done most often and costs most. */
    @Test
    void sharesOfTheWork() {
        Map<String, Double> shares = PICTURE.variables().stream()
                .collect(Collectors.toMap(ModelPicture.ModelVariable::name, ModelPicture.ModelVariable::share));
        assertThat(shares.values().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(1, within(1e-9));
        assertThat(shares.get("x")).isZero();
        assertThat(shares.get("later")).as("nothing of it is in the density").isZero();
        assertThat(shares.get("y"))
                .as("how likely it is in each state never changes")
                .isZero();
        assertThat(shares.get("psi")).isPositive();
        assertThat(shares.get("z")).as("its sums").isPositive();
    }

    /** Ten times as many data make a larger share. */
    @Test
    void moreDataAreMoreWork() {
        double few = shareOfData(5);
        double many = shareOfData(50);
        assertThat(many).isGreaterThan(few).isLessThan(1);
        assertThat(many / (1 - many)).isCloseTo(10 * few / (1 - few), withinPercentage(20));
    }

    private static double shareOfData(int n) {
        double[] y = new double[n];
        Arrays.setAll(y, i -> 0.1 * i);
        return Model.of("model { mu ~ dnorm(0, 1)  for (i in 1:n) { y[i] ~ dlogis(mu * i, 1) } }")
                .with(Map.of("n", DataArray.scalar(n), "y", DataArray.vector(y)))
                .picture()
                .variables()
                .stream()
                .filter(variable -> variable.name().equals("y"))
                .findFirst()
                .orElseThrow()
                .share();
    }

    /** A sampled state is visited, and that is its work. */
    @Test
    void visitsAreWork() {
        ModelPicture picture = Model.of("""
                        model {
                          for (i in 1:n) { z[i] ~ dbern(0.5)  y[i] ~ dnorm(z[i], 1) }
                        }
                        """)
                .with(Map.of("n", DataArray.scalar(3), "y", DataArray.vector(0.1, 0.9, 0.5)))
                .summing(Summing.joint())
                .picture();
        ModelPicture.ModelVariable z = picture.variables().stream()
                .filter(variable -> variable.name().equals("z"))
                .findFirst()
                .orElseThrow();
        assertThat(z.fate()).isEqualTo(Fate.SAMPLED);
        assertThat(z.share()).isGreaterThan(0.5);
    }
}
