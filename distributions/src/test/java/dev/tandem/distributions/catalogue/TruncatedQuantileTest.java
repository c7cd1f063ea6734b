package dev.tandem.distributions.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.scalar.Truncation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quantiles between bounds, in the middle of a distribution and far out, by the share of it that they leave below. */
class TruncatedQuantileTest {
    @ParameterizedTest
    @CsvSource({
        "dnorm, 0, 1, -1, 2",
        "dnorm, 0, 1, 0, Infinity",
        "dnorm, 0, 1, 8, Infinity",
        "dnorm, 0, 1, 20, 21",
        "dnorm, 0, 1, -Infinity, -30",
        "dnorm, 0, 1, 0.5, 0.5000001",
        "dlogis, 0, 1, 60, Infinity",
        "ddexp, 0, 1, -90, -80",
        "dgamma, 2, 3, 0.1, 5",
        "dgamma, 2, 3, 30, Infinity",
        "dlnorm, 0, 1, -1, 0.0001",
        "dweib, 2, 1, 9, Infinity"
    })
    void isWhereItsShareIsReached(String name, double a, double b, double low, double high) {
        Distribution row = Distributions.find(name).orElseThrow();
        ScalarDistribution law = row.scalar().orElseThrow();
        double all = Truncation.logProbability(law, low, high, a, b);
        for (double u : new double[] {1e-6, 0.1, 0.5, 0.77, 0.999}) {
            double x = TruncatedQuantile.of(u, low, high, TruncatedQuantile.number(row), a, b);
            assertThat(x).isBetween(low, high);
            // Digits of x decide: in a narrow interval it has few that matter.
            double share = Math.exp(Truncation.logProbability(law, low, x, a, b) - all);
            assertThat(share).as("%s at %s", name, u).isCloseTo(u, within(high - low < 1e-3 ? 1e-6 : 1e-8));
        }
    }

    @Test
    void nothingBetweenBoundsIsNoNumber() {
        double row = TruncatedQuantile.number(Distributions.find("dexp").orElseThrow());
        assertThat(TruncatedQuantile.of(0.5, 3, 2, row, 1)).isNaN();
    }
}
