package dev.tandem.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Support;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the compiled models of the paper's problems equal to the densities written by hand, to 1e-10. */
class ModelTwinsTest {
    private static final double SAME = 1e-10;

    static Stream<Arguments> twins() {
        GaussianMixture mixture = GaussianMixture.twentyFourDimensional(true);
        GaussianMixture line = GaussianMixture.oneDimensional();
        VariableSelection selection = VariableSelection.simulated(1);
        TopicDocument topics = TopicDocument.simulated(7, 10, 120);
        return Stream.of(
                Arguments.of("mixture in 24 dimensions", mixture, ModelTwins.mixture(mixture)),
                Arguments.of("mixture on a line", line, ModelTwins.mixture(line)),
                Arguments.of("variable selection", selection, ModelTwins.selection(selection)),
                Arguments.of("topics", topics, ModelTwins.topics(topics)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("twins")
    void areEqual(String name, MixedDensity hand, MixedDensity compiled) {
        SplittableRandom random = new SplittableRandom(11);
        Cursor a = hand.cursor();
        Cursor b = compiled.cursor();
        int dimension = hand.space().dimension();
        double[] q = new double[dimension];
        double[] gradientA = new double[dimension];
        double[] gradientB = new double[dimension];
        double[] weightsA = new double[64];
        double[] weightsB = new double[64];
        double offset = Double.NaN;
        for (int state = 0; state < 50; state++) {
            for (int i = 0; i < dimension; i++) {
                q[i] = 2 * random.nextDouble() - 1;
            }
            a.moveTo(q);
            b.moveTo(q);
            for (int change = 0; change < 20; change++) {
                int site = random.nextInt(hand.space().sites());
                Support support = hand.space().support(site);
                a.conditional(site, weightsA);
                b.conditional(site, weightsB);
                for (int v = 1; v < support.size(); v++) {
                    double expected = weightsA[v] - weightsA[0];
                    assertThat(weightsB[v] - weightsB[0])
                            .isCloseTo(expected, within(SAME * Math.max(1, Math.abs(weightsB[v]))));
                }
                int value = support.lower() + random.nextInt((int) support.size());
                a.assign(site, value);
                b.assign(site, value);
            }
            double difference = b.logDensityAndGradient(gradientB) - a.logDensityAndGradient(gradientA);
            offset = state == 0 ? difference : offset;
            double scale = Math.max(1, Math.abs(b.logDensity()));
            assertThat(difference).isCloseTo(offset, within(SAME * scale));
            for (int i = 0; i < dimension; i++) {
                assertThat(gradientB[i]).isCloseTo(gradientA[i], within(SAME * Math.max(1, Math.abs(gradientA[i]))));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("twins")
    void keepTheContract(String name, MixedDensity hand, MixedDensity compiled) {
        assertThat(DensityContract.check(compiled, 5)).isEmpty();
        assertThat(DensityContract.checkReproducible(compiled, 6)).isEmpty();
    }
}
