package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.array.Multinomial;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.Binomial;
import org.junit.jupiter.api.Test;

/** What rounding carried out of 0 to 1 is still a probability, and what lies further outside is none. */
class ProbabilitiesTest {
    private static final double ABOVE = 1 + 1e-15;
    private static final double BELOW = -1e-17;

    @Test
    void onesThatRoundingCarriedBeyondOneAreOne() {
        assertThat(ABOVE).isGreaterThan(1);
        assertThat(Bernoulli.logDensity(1, ABOVE)).isZero();
        assertThat(Bernoulli.logDensity(0, ABOVE)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Binomial.logDensity(5, ABOVE, 5)).isZero();
        assertThat(Binomial.logDensity(4, ABOVE, 5)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void zerosThatRoundingCarriedBelowZeroAreZero() {
        assertThat(Bernoulli.logDensity(0, BELOW)).isZero();
        assertThat(Bernoulli.logDensity(1, BELOW)).isEqualTo(Double.NEGATIVE_INFINITY);
        double[] weights = {0.25, 0.75, BELOW};
        assertThat(Categorical.logDensity(2, weights, 0, 3)).isEqualTo(Elementary.log(0.75));
        assertThat(Categorical.logDensity(3, weights, 0, 3)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Multinomial.logDensity(new double[] {1, 0, 0}, 0, weights, 0, 3, 1))
                .isEqualTo(Elementary.log(0.25));
        assertThat(Multinomial.logDensity(new double[] {0, 0, 1}, 0, weights, 0, 3, 1))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void whatLiesFurtherOutsideIsImpossible() {
        assertThat(Bernoulli.logDensity(1, 1.001)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Bernoulli.logDensity(0, -0.001)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Binomial.logDensity(5, 1.001, 5)).isEqualTo(Double.NEGATIVE_INFINITY);
        double[] weights = {0.25, 0.75, -0.001};
        assertThat(Categorical.logDensity(2, weights, 0, 3)).isNaN();
        assertThat(Multinomial.logDensity(new double[] {1, 0, 0}, 0, weights, 0, 3, 1))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Bernoulli.logDensity(1, Double.NaN)).isNaN();
        assertThat(Categorical.logDensity(1, new double[] {1, Double.NaN}, 0, 2))
                .isNaN();
    }
}
