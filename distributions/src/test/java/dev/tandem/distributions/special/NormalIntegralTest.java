package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

/** The distribution function of the standard normal against a library's, and its inverse against itself. */
class NormalIntegralTest {
    @Test
    void isTheLibrarysErrorFunction() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 200_000; i++) {
            double z = i % 2 == 0 ? 74 * random.nextDouble() - 37 : 2 * random.nextDouble() - 1;
            double library = 0.5 * Erfc.value(-z / Math.sqrt(2));
            assertThat(NormalIntegral.cumulative(z) / library)
                    .as("at %s", z)
                    .isCloseTo(1, within(1e-15 * (1 + (z < 0 ? z * z : 0))));
        }
    }

    /** Steps of the argument that the result can show. */
    @Test
    void rises() {
        double before = 0;
        for (double z = -38; z <= 9; z += 1e-4) {
            double value = NormalIntegral.cumulative(z);
            assertThat(value).as("at %s", z).isGreaterThanOrEqualTo(before);
            before = value;
        }
    }

    @Test
    void isExactWhereItIsKnown() {
        assertThat(NormalIntegral.cumulative(0)).isEqualTo(0.5);
        assertThat(NormalIntegral.cumulative(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(NormalIntegral.cumulative(Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(NormalIntegral.cumulative(Double.NaN)).isNaN();
        assertThat(NormalIntegral.quantile(0.5)).isZero();
        assertThat(NormalIntegral.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(NormalIntegral.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(NormalIntegral.quantile(-0.1)).isNaN();
        assertThat(NormalIntegral.quantile(Double.NaN)).isNaN();
    }

    @Test
    void theQuantileIsItsInverse() {
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 200_000; i++) {
            double z = i % 2 == 0 ? -37 * random.nextDouble() : 2 * random.nextDouble() - 1;
            double p = NormalIntegral.cumulative(z);
            double slope = NormalIntegral.density(z);
            // A rounding error of p moves its quantile by that over the density.
            double allowed = 1e-15 * (1 + Math.abs(z)) + 2e-16 * p * (1 + z * z) / slope;
            assertThat(NormalIntegral.quantile(p)).as("at %s", z).isCloseTo(z, within(allowed));
        }
    }
}
