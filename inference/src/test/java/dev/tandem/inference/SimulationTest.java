package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.inference.prediction.JointDensity;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Prior and posterior predictive draws have the moments that conjugate models allow to compute. A comparison allows 5.5
 * standard errors (false alarms: 4e-8 each), which are estimated from the draws.
 */
class SimulationTest {
    private static final long SEED = 5;

    private static BoundModel conjugate() {
        return Model.of("""
                model {
                  mu ~ dnorm(0, 0.25)
                  for (i in 1:4) {
                    y[i] ~ dnorm(mu, 1)
                  }
                }
                """).with(Map.of("y", DataArray.vector(1, 2, 3, Double.NaN)));
    }

    private static void expectMean(double[][] draws, double expected) {
        assertThat(Diagnostics.mean(draws))
                .as("seed %d", SEED)
                .isCloseTo(expected, within(5.5 * Diagnostics.mcseMean(draws)));
    }

    private static double[][] squares(double[][] draws, double centre) {
        for (double[] chain : draws) {
            for (int i = 0; i < chain.length; i++) {
                chain[i] = (chain[i] - centre) * (chain[i] - centre);
            }
        }
        return draws;
    }

    @Test
    void simulatesFromThePrior() {
        Draws draws = conjugate().simulate(10_000, SEED);
        assertThat(draws.variables()).extracting(v -> v.name()).containsExactly("mu", "y");
        assertThat(draws.variable("y").shape()).isEqualTo(List.of(4));
        expectMean(draws.element("mu"), 0);
        expectMean(squares(draws.element("y[1]"), 0), 5);
        expectMean(squares(draws.element("y[4]"), 0), 5);
    }

    @Test
    void predictsNewDataFromThePosterior() {
        Posterior posterior = conjugate().sample(Settings.defaults().withSeed(SEED));
        Draws predicted = posterior.predict(SEED, 2);
        assertThat(predicted.chains()).isEqualTo(4);
        assertThat(predicted.drawsPerChain()).isEqualTo(500);
        assertThat(predicted.variables()).extracting(v -> v.name()).containsExactly("y[1]", "y[2]", "y[3]");
        // mu given three observations: precision 0.25 + 3, mean 6 / 3.25.
        double mean = 6 / 3.25;
        expectMean(predicted.element("y[2]"), mean);
        expectMean(squares(predicted.element("y[2]"), mean), 1 + 1 / 3.25);
    }

    @Test
    void theSameSeedGivesTheSameDraws() {
        assertThat(conjugate().simulate(10, 3).element("mu"))
                .isDeepEqualTo(conjugate().simulate(10, 3).element("mu"));
        Posterior posterior = conjugate().sample(Settings.defaults().withDraws(50));
        assertThat(posterior.predict(3).element("y[1]"))
                .isDeepEqualTo(posterior.predict(3).element("y[1]"));
        assertThat(posterior.predict(3).element("y[1]")[0])
                .isNotEqualTo(posterior.predict(3).element("y[1]")[1]);
    }

    @Test
    void everyExampleWithAProperPriorCanBeSimulated() {
        for (Example example : Example.all()) {
            Draws draws = example.bind().simulate(2, SEED);
            assertThat(draws.drawsPerChain()).as(example.name()).isEqualTo(2);
        }
    }

    @Test
    void saysWhichUnknownAPredictionLacks() {
        Posterior posterior =
                conjugate().monitoring("y").sample(Settings.defaults().withDraws(10));
        assertThatThrownBy(() -> posterior.predict(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("predictions need mu, which was not monitored");
    }

    @Test
    void theJointDensityIsTheSumOverAllNodes() {
        JointDensity joint = conjugate()
                .jointDensity(List.of(
                        new Variable("y[4]", List.of(), Variable.Kind.CONTINUOUS),
                        new Variable("mu", List.of(), Variable.Kind.CONTINUOUS)));
        // R: dnorm(0.5, 0, 2, TRUE) + sum(dnorm(c(1, 2, 3, -1), 0.5, 1, TRUE))
        assertThat(joint.at(new double[] {-1, 0.5})).isCloseTo(-10.819089846583, within(1e-11));
        // Again elsewhere: nothing is left of the draw before.
        assertThat(joint.at(new double[] {2, 0})).isCloseTo(-14.287839846583, within(1e-11));
    }
}
