package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.Support;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** The count model against its factors, and its moments against brute-force summation of the density. */
class BinomialPoissonTest {
    @Test
    void valueFollowsTheFormula() {
        Cursor cursor = BinomialPoisson.canonical().cursor();
        cursor.moveTo(new double[] {0.4});
        cursor.assignAll(new int[] {6, 2});
        double p = 1 / (1 + Math.exp(-0.4));
        double poisson = 6 * Math.log(8) - Math.log(720);
        double binomial = Math.log(15) + 2 * Math.log(p) + 4 * Math.log(1 - p);
        double data = 16 * Math.log(3.5) - 3 * 3.5;
        assertThat(cursor.logDensity()).isCloseTo(poisson + binomial + data - 0.08, within(1e-12));
        assertThat(cursor.lower(0)).isEqualTo(2);
        assertThat(cursor.upper(0)).isEqualTo(Support.UNBOUNDED_ABOVE);
        assertThat(cursor.upper(1)).isEqualTo(6);
    }

    @Test
    void momentsAgreeWithSummationOfTheDensity() {
        BinomialPoisson model = BinomialPoisson.canonical();
        Cursor cursor = model.cursor();
        double mass = 0;
        double[] first = new double[3];
        double[] second = new double[3];
        for (double logit = -8; logit <= 8; logit += 0.1) {
            cursor.moveTo(new double[] {logit});
            for (int size = 0; size <= 60; size++) {
                cursor.assign(0, size);
                for (int successes = 0; successes <= size; successes++) {
                    cursor.assign(1, successes);
                    double weight = Math.exp(cursor.logDensity());
                    mass += weight;
                    double[] values = {size, successes, logit};
                    for (int i = 0; i < 3; i++) {
                        first[i] += weight * values[i];
                        second[i] += weight * values[i] * values[i];
                    }
                }
                cursor.assign(1, 0);
            }
        }
        for (int i = 0; i < 3; i++) {
            first[i] /= mass;
            second[i] = second[i] / mass - first[i] * first[i];
        }
        BinomialPoisson.Moments moments = model.moments();
        assertThat(moments.meanSize()).isCloseTo(first[0], within(1e-9));
        assertThat(moments.meanSuccesses()).isCloseTo(first[1], within(1e-9));
        assertThat(moments.meanLogit()).isCloseTo(first[2], within(1e-9));
        assertThat(moments.varianceSize()).isCloseTo(second[0], within(1e-9));
        assertThat(moments.varianceSuccesses()).isCloseTo(second[1], within(1e-9));
        assertThat(moments.varianceLogit()).isCloseTo(second[2], within(1e-9));
    }

    @Test
    void logFactorialsAreAccurateOnBothSidesOfTheTable() {
        BigDecimal factorial = BigDecimal.ONE;
        for (int n = 1; n <= 400; n++) {
            factorial = factorial.multiply(BigDecimal.valueOf(n));
            int digits = factorial.precision() - 1;
            double expected = Math.log(factorial.movePointLeft(digits).doubleValue()) + digits * Math.log(10);
            assertThat(LogFactorial.of(n)).isCloseTo(expected, within(2e-14 * (1 + expected)));
        }
    }

    @Test
    void refusesBadArguments() {
        assertThatThrownBy(() -> new BinomialPoisson(8, 1, 1, 0, 1, 3, -1)).hasMessage("y[2] is -1, less than 0");
        assertThatThrownBy(() -> new BinomialPoisson(0, 1, 1, 0, 1)).hasMessage("rate is 0.0, not positive");
        assertThatThrownBy(() -> new BinomialPoisson(1, -1, 1, 0, 1)).hasMessage("background is -1.0, below 0");
    }
}
