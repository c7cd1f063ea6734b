package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The probabilities of bounds that lie far out, where the plain difference of two tails is zero. */
class PlainDistributionsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static double logProbability(String law, double low, double high, double... parameters) {
        List<Tensor> given = Arrays.stream(parameters).mapToObj(Tensor::of).toList();
        return PlainDistributions.logProbability(law, given, low, high);
    }

    @Test
    void tailsFarOutKeepTheirLogarithm() {
        // A random model truncated a double exponential 1,873 of its scales below its centre.
        assertThat(logProbability("ddexp", -INFINITY, 1.24, 43.4, 44.4))
                .isCloseTo(Math.log(0.5) - 44.4 * (43.4 - 1.24), within(1e-9));
        assertThat(logProbability("ddexp", 100, INFINITY, 0, 20)).isCloseTo(Math.log(0.5) - 2000, within(1e-9));
        assertThat(logProbability("dlogis", 100, INFINITY, 0, 20)).isCloseTo(-2000, within(1e-9));
        assertThat(logProbability("dexp", 100, INFINITY, 20)).isCloseTo(-2000, within(1e-9));
        assertThat(logProbability("dexp", 100, 100.1, 20)).isCloseTo(-2000 + Math.log(1 - Math.exp(-2)), within(1e-9));
    }

    @Test
    void betweenTwoBoundsItIsTheDifference() {
        assertThat(logProbability("ddexp", -1, 2, 0.5, 1.5))
                .isCloseTo(Math.log(1 - 0.5 * Math.exp(-2.25) - 0.5 * Math.exp(-2.25)), within(1e-12));
        assertThat(logProbability("ddexp", 1, 2, 0.5, 1.5))
                .isCloseTo(Math.log(0.5 * Math.exp(-0.75) - 0.5 * Math.exp(-2.25)), within(1e-12));
        assertThat(logProbability("dlogis", -1, 2, 0.5, 1.5))
                .isCloseTo(Math.log(1 / (1 + Math.exp(-2.25)) - 1 / (1 + Math.exp(2.25))), within(1e-12));
    }

    /** The two values of dpick have nothing between them: draws always were the lower one. */
    @Test
    void aGapIsNotTheEnd() {
        assertThat(logProbability("dpick", 1, 5, 0.25, 1, 5)).isCloseTo(0, within(1e-12));
        ForwardDraw draws = new ForwardDraw(new SplittableRandom(3));
        List<Tensor> parameters = List.of(Tensor.of(0.25), Tensor.of(1), Tensor.of(5));
        int upper = 0;
        for (int i = 0; i < 2_000; i++) {
            upper += draws.single("dpick", parameters, -INFINITY, INFINITY) == 5 ? 1 : 0;
        }
        // A binomial of 2,000 is within five standard deviations: a false alarm in a million.
        assertThat(upper).isBetween(1_500 - 97, 1_500 + 97);
    }
}
