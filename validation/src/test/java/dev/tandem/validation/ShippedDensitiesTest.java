package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.models.BinomialPoisson;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.models.Funnel;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.Potts;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every density that ships keeps the contract. */
class ShippedDensitiesTest {
    static Stream<Named<MixedDensity>> densities() {
        return Stream.of(
                Named.of("1-D mixture", GaussianMixture.oneDimensional()),
                Named.of("1-D mixture, permuted", GaussianMixture.oneDimensional(true)),
                Named.of("24-D mixture, printed", GaussianMixture.twentyFourDimensional(true)),
                Named.of("24-D mixture, as run", GaussianMixture.twentyFourDimensional(false)),
                Named.of(
                        "mixture of one",
                        new GaussianMixture(new double[] {2}, new double[][] {{1, 2, 3}}, new double[] {1, 2, 3})),
                Named.of("1-D mixture, summed", GaussianMixture.oneDimensional().marginal()),
                Named.of(
                        "24-D mixture, summed",
                        GaussianMixture.twentyFourDimensional(true).marginal()),
                Named.of("variable selection", VariableSelection.simulated(1)),
                Named.of("variable selection, one observation", VariableSelection.simulated(2, 1, 3, 1)),
                Named.of("variable selection, one predictor", VariableSelection.simulated(3, 7, 1, 0)),
                Named.of("variable selection, large", VariableSelection.simulated(4, 1025, 6, 2)),
                Named.of("discrete Gaussian", DiscreteGaussian.fiveBinaryThreeContinuous()),
                Named.of("discrete Gaussian, small", DiscreteGaussian.random(5, 1, 1)),
                Named.of("discrete Gaussian, large", DiscreteGaussian.random(6, 8, 7)),
                Named.of("topic document", TopicDocument.simulated(7, 10, 120)),
                Named.of("topic document, one token", TopicDocument.simulated(8, 3, 1)),
                Named.of("topic document, one topic", TopicDocument.simulated(9, 1, 5)),
                Named.of("topic document, impossible words", impossibleWords()),
                Named.of("Potts", new Potts(5, 3, 0.7, new double[] {0, 0.2, -0.4, 1})),
                Named.of("Ising", Potts.ising(4, 4, 0.4)),
                Named.of("Potts, one site", new Potts(1, 1, 3, 1)),
                Named.of("Potts, one colour", new Potts(2, 2, 1, 1)),
                Named.of("binomial of a Poisson", BinomialPoisson.canonical()),
                Named.of("binomial of a Poisson, no background", new BinomialPoisson(5, 0, 0.7, 1, 2, 2, 3)),
                Named.of("binomial of a Poisson, no data", new BinomialPoisson(300, 0, 1, 1, 2)),
                Named.of("funnel", Funnel.of(9)),
                Named.of("a plain function", plainFunction()),
                Named.of("a plain function, sharp", sharpFunction()));
    }

    @ParameterizedTest
    @MethodSource("densities")
    void keepsTheContract(MixedDensity density) {
        for (long seed = 1; seed <= 3; seed++) {
            assertThat(DensityContract.check(density, seed)).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("densities")
    void forgetsItsHistoryWhenMoved(MixedDensity density) {
        assertThat(DensityContract.checkReproducible(density, 17)).isEmpty();
    }

    /** A narrow ridge with a wall: r ~ N(q, 1e-4), q > 0. */
    private static MixedDensity sharpFunction() {
        return MixedDensity.of(Space.builder().real("q").real("r").build(), (x, q, gradient) -> {
            double distance = (q[1] - q[0]) / 1e-4;
            if (gradient != null) {
                gradient[0] = distance / 1e-4 - 1;
                gradient[1] = -distance / 1e-4;
            }
            return q[0] > 0 ? -0.5 * distance * distance - q[0] : Double.NEGATIVE_INFINITY;
        });
    }

    /** Two topics and three words, of which each topic lacks one; the first state of a cursor is impossible. */
    private static MixedDensity impossibleWords() {
        double half = Math.log(0.5);
        double never = Double.NEGATIVE_INFINITY;
        return new TopicDocument(
                new double[] {0.3},
                new double[][] {{2}},
                new double[][] {{half, half, never}, {never, half, half}},
                new int[] {0, 1, 1, 2});
    }

    /** x from 5 to 9 and an unbounded count n, q ~ N(x / 5, 1), n + 2 ~ geometric, the faster the larger q squared. */
    private static MixedDensity plainFunction() {
        Space space = Space.builder()
                .discrete("x", Support.range(5, 9))
                .real("q")
                .discrete("n", Support.atLeast(-2))
                .build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double distance = q[0] - x[0] / 5.0;
            int n = x[1] + 2;
            if (gradient != null) {
                gradient[0] = -distance - 2 * n * q[0];
            }
            return -0.5 * distance * distance - n * (0.1 + q[0] * q[0]);
        });
    }
}
