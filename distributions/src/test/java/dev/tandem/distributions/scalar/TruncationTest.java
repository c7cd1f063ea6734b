package dev.tandem.distributions.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.special.NormalIntegral;
import org.junit.jupiter.api.Test;

/** The normaliser of T(,) in the tails, where a plain difference of probabilities is zero. */
class TruncationTest {
    private static final ScalarDistribution NORMAL =
            Distributions.scalar("dnorm").orElseThrow();

    @Test
    void farTails() {
        double right = Truncation.logProbability(NORMAL, 40, 41, 0, 1);
        double left = Truncation.logProbability(NORMAL, -41, -40, 0, 1);
        assertThat(right).isCloseTo(left, within(1e-10));
        assertThat(right).isCloseTo(NormalIntegral.logCumulative(-40), within(1e-10));
        assertThat(Truncation.logProbability(NORMAL, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 1))
                .isZero();
    }

    @Test
    void derivatives() {
        double log = Truncation.logProbability(NORMAL, 5, 7, 0.5, 1.2);
        double h = 1e-5;
        double byUpper = (Truncation.logProbability(NORMAL, 5, 5.1 + h, 0.5, 1.2)
                        - Truncation.logProbability(NORMAL, 5, 5.1 - h, 0.5, 1.2))
                / (2 * h);
        double narrow = Truncation.logProbability(NORMAL, 5, 5.1, 0.5, 1.2);
        assertThat(Truncation.byUpper(Normal.logDensity(5.1, 0.5, 1.2), narrow)).isCloseTo(byUpper, within(1e-6));
        double byMean = (Truncation.logProbability(NORMAL, 5, 7, 0.5 + h, 1.2)
                        - Truncation.logProbability(NORMAL, 5, 7, 0.5 - h, 1.2))
                / (2 * h);
        assertThat(Truncation.byParameter(Normal.c1(5, 0.5, 1.2), Normal.c1(7, 0.5, 1.2), log))
                .isCloseTo(byMean, within(1e-7));
    }

    @Test
    void discreteIncludesItsLowerBound() {
        ScalarDistribution poisson = Distributions.scalar("dpois").orElseThrow();
        double expected = Math.log(Math.exp(Poisson.logDensity(2, 3.5)) + Math.exp(Poisson.logDensity(3, 3.5)));
        assertThat(Truncation.logProbability(poisson, 2, 3, 3.5)).isCloseTo(expected, within(1e-13));
    }

    /** dpick is the one that JAGS cannot truncate; whole-numbered parameters have no derivative anywhere. */
    @Test
    void everyContinuousParameterHasADerivative() {
        for (Distribution row : Distributions.all()) {
            row.scalar().filter(distribution -> !row.is(Pick.class)).ifPresent(distribution -> {
                for (int i = 1; i <= distribution.parameters().size(); i++) {
                    assertThat(distribution.has("c" + i) || !distribution.differentiable(i))
                            .as(distribution + " c" + i)
                            .isTrue();
                }
            });
        }
    }
}
