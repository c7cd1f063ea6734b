package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.scalar.Hypergeometric;
import dev.tandem.distributions.scalar.NoncentralChiSquare;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parameters far out, where sums must end and roots must stay real. */
class ExtremeParametersTest {
    /** R 4: dchisq(x, df, ncp, log = TRUE). */
    @Test
    void aFarNoncentralChiSquareIsThatOfR() {
        assertThat(NoncentralChiSquare.logDensity(1.00001e9, 3, 1e9)).isCloseTo(-11.9862185713025, within(1e-7));
        assertThat(NoncentralChiSquare.logDensity(2.0e8, 3, 2.0003e8)).isCloseTo(-11.7315324880637, within(1e-7));
    }

    /** At such noncentrality a normal distribution is as good. */
    @Test
    void aFarNoncentralChiSquareHasTails() {
        double lower = NoncentralChiSquare.cumulative(1.00001e9, 3, 1e9);
        assertThat(lower).isCloseTo(0.562797780879274, within(1e-5));
        assertThat(NoncentralChiSquare.survival(1.00001e9, 3, 1e9)).isCloseTo(1 - lower, within(1e-12));
    }

    @Test
    @Timeout(10)
    void sumsEndHoweverLargeTheirIndex() {
        for (double large : new double[] {1e8, 1e12, 1e17, 1e150, 1e300}) {
            assertThat(NoncentralChiSquare.logDensity(3, 2, large)).isNotNaN().isNegative();
            assertThat(NoncentralChiSquare.logDensity(large, 2, 3)).isNotNaN().isNegative();
            assertThat(NoncentralChiSquare.cumulative(3, 2, large)).isBetween(0.0, 1e-12);
        }
        for (double large : new double[] {1e8, 1e12, 1e17, 1e150}) {
            assertThat(NoncentralChiSquare.d2(large, 2, large)).isCloseTo(0, within(1e-6));
        }
    }

    /** Of four drawn where there are four: two of the first kind have odds psi^-2 against all four. */
    @Test
    void aHugeOddsRatioLeavesAMode() {
        double psi = Math.exp(80);
        double expected = Math.log(6.0 * 1) - 160;
        assertThat(Hypergeometric.logDensity(2, 4, 2, 4, psi)).isCloseTo(expected, within(1e-9));
        assertThat(Hypergeometric.logDensity(4, 4, 2, 4, psi)).isCloseTo(0, within(1e-9));
    }
}
