package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.scalar.LinkedCounts;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The logarithm of the normal integral against fifty digits of mpmath, and the parts of a log-log link against the whole. */
class NormalLogarithmTest {
    @Test
    void agreesWithMpmath() throws IOException {
        String all;
        try (InputStream stream = NormalLogarithmTest.class.getResourceAsStream("normal-logarithm.csv")) {
            all = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        double worst = 0;
        double worstSlope = 0;
        int places = 0;
        for (String line : all.lines().skip(1).toList()) {
            String[] row = line.split(",", -1);
            double z = Double.parseDouble(row[0]);
            worst = Math.max(worst, error(NormalLogarithm.of(z), row[1]));
            worstSlope = Math.max(worstSlope, error(NormalLogarithm.slope(z), row[2]));
            places++;
        }
        assertThat(places).isGreaterThan(800);
        assertThat(worst).isLessThan(4e-16);
        assertThat(worstSlope).isLessThan(8e-16);
    }

    /** Relative where the number is larger than 1, absolute elsewhere: that is what counts in a sum. */
    private static double error(double found, String exact) {
        BigDecimal truth = new BigDecimal(exact);
        double difference = new BigDecimal(found).subtract(truth).abs().doubleValue();
        return difference / Math.max(1, truth.abs().doubleValue());
    }

    @Test
    void itsEndsAreThoseOfTheFunction() {
        assertThat(NormalLogarithm.of(Double.POSITIVE_INFINITY)).isZero();
        assertThat(NormalLogarithm.of(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(NormalLogarithm.of(Double.NaN)).isNaN();
        // The exponential counts what is below its reach as the end of it.
        assertThat(NormalLogarithm.slope(Double.POSITIVE_INFINITY)).isBetween(0.0, 1e-307);
        assertThat(NormalLogarithm.slope(Double.NaN)).isNaN();
    }

    @Test
    void complementsKeepTheirDigits() {
        for (double x = -900; x < -1e-300; x *= 0.97) {
            double expected = -Math.expm1(x);
            assertThat(FastExponential.complementOfNonPositive(x)).isCloseTo(expected, within(5e-16 * expected));
        }
        assertThat(FastExponential.complementOfNonPositive(-0.0)).isZero();
        assertThat(FastExponential.complementOfNonPositive(Double.NEGATIVE_INFINITY))
                .isEqualTo(1);
        assertThat(FastExponential.complementOfNonPositive(Double.NaN)).isNaN();
    }

    /** As the compiler puts them together for one trial. */
    @Test
    void partsOfTheLogLogLinkMakeTheWhole() {
        for (double eta = -900; eta < 700; eta += 0.37) {
            double rate = FastExponential.of(LinkedCounts.within(eta));
            double success = FastExponential.complementOfNonPositive(-rate);
            double logSuccess = LinkedCounts.beyond(eta) + Math.log(LinkedCounts.successOrOne(1, success));
            assertThat(logSuccess)
                    .as("at %s", eta)
                    .isCloseTo(LinkedCounts.ofCloglog(1, 1, eta), within(1e-15 * Math.max(1, Math.abs(eta))));
            assertThat(LinkedCounts.bySuccess(rate, success))
                    .as("at %s", eta)
                    .isCloseTo(LinkedCounts.ofCloglogBy(1, 1, eta), within(1e-14));
            assertThat(LinkedCounts.successOrOne(0, success)).isEqualTo(1);
        }
    }
}
