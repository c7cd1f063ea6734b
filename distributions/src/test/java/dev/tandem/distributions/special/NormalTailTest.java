package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** The polynomials against the function that they stand for, between their middles and across their ends. */
class NormalTailTest {
    @Test
    void agreesWithTheScaledComplementaryErrorFunction() {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
        for (int i = 0; i < 200_000; i++) {
            double t = 9 * random.nextDouble();
            double truth = 0.5 * Erfcx.value(t / Math.sqrt(2));
            assertThat(NormalTail.scaled(t) / truth).as("at %s", t).isCloseTo(1, within(1e-15));
        }
    }

    @Test
    void hasNoSeams() {
        for (int seam = 1; seam <= 8 * 32; seam++) {
            double t = seam / 32.0;
            assertThat(NormalTail.scaled(Math.nextDown(t)) / NormalTail.scaled(t))
                    .as("at %s", t)
                    .isCloseTo(1, within(1e-15));
        }
    }

    @Test
    void goesOnToTheEnds() {
        assertThat(NormalTail.scaled(0)).isCloseTo(0.5, within(1e-16));
        assertThat(NormalTail.scaled(1e10) * 1e10).isCloseTo(1 / Math.sqrt(2 * Math.PI), within(1e-15));
        assertThat(NormalTail.scaled(Double.POSITIVE_INFINITY)).isZero();
        assertThat(NormalTail.scaled(Double.NaN)).isNaN();
    }

    /**
     * In the body the logarithm is that of a number near one, where most digits are lost if it is not taken care of. What is
     * left is the rounding of z squared in the exponent.
     */
    @Test
    void theLogarithmKeepsItsDigitsOnBothSides() {
        for (double z = -37; z < 37; z += 0.0625) {
            double tail = 0.5 * Erfc.value(Math.abs(z) / Math.sqrt(2));
            double truth = z < 0 ? Math.log(tail) : Math.log1p(-tail);
            assertThat(NormalIntegral.logCumulative(z) / truth)
                    .as("at %s", z)
                    .isCloseTo(1, within(1e-15 * (1 + z * z)));
        }
        assertThat(NormalIntegral.logCumulative(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(NormalIntegral.logCumulative(Double.POSITIVE_INFINITY)).isCloseTo(0, within(1e-300));
    }
}
