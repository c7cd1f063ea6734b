package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import org.junit.jupiter.api.Test;

/** The closed forms against integration of the density, and the canonical model's claims. */
class DiscreteGaussianTest {
    @Test
    void truthAgreesWithIntegration() {
        DiscreteGaussian model = DiscreteGaussian.random(8, 2, 2);
        Cursor cursor = model.cursor();
        double total = 0;
        double[] ones = new double[2];
        double[] first = new double[2];
        double[] second = new double[2];
        double[][] products = new double[2][2];
        double step = 0.2;
        // The trapezoidal rule is exact to rounding for Gaussians at this step.
        for (int c = 0; c < 4; c++) {
            cursor.assignAll(new int[] {c & 1, c >> 1});
            for (double a = -12; a <= 12; a += step) {
                for (double b = -12; b <= 12; b += step) {
                    double[] q = {a, b};
                    cursor.moveTo(q);
                    double mass = Math.exp(cursor.logDensity());
                    total += mass;
                    for (int i = 0; i < 2; i++) {
                        ones[i] += mass * cursor.value(i);
                        first[i] += mass * q[i];
                        second[i] += mass * q[i] * q[i];
                        for (int j = 0; j < 2; j++) {
                            products[i][j] += mass * q[i] * cursor.value(j);
                        }
                    }
                }
            }
        }
        for (int i = 0; i < 2; i++) {
            assertThat(ones[i] / total).isCloseTo(model.probabilityOfOne(i), within(1e-10));
            double mean = first[i] / total;
            assertThat(mean).isCloseTo(model.mean(i), within(1e-10));
            assertThat(second[i] / total - mean * mean).isCloseTo(model.variance(i), within(1e-10));
            for (int j = 0; j < 2; j++) {
                assertThat(products[i][j] / total).isCloseTo(model.product(i, j), within(1e-10));
            }
        }
    }

    @Test
    void canonicalModelMixesFairly() {
        DiscreteGaussian model = DiscreteGaussian.fiveBinaryThreeContinuous();
        double total = 0;
        for (int c = 0; c < 32; c++) {
            double probability = model.probability(c & 1, c >> 1 & 1, c >> 2 & 1, c >> 3 & 1, c >> 4 & 1);
            assertThat(probability).isGreaterThan(1e-3);
            total += probability;
        }
        assertThat(total).isCloseTo(1, within(1e-12));
        for (int j = 0; j < 5; j++) {
            assertThat(model.probabilityOfOne(j)).isBetween(0.1, 0.9);
        }
    }

    @Test
    void oneSiteOneCoordinateByHand() {
        DiscreteGaussian model = new DiscreteGaussian(
                new double[] {0, Math.log(3)}, new double[][] {{-1}, {1}}, new double[][][] {{{1}}, {{4}}});
        assertThat(model.probabilityOfOne(0)).isCloseTo(0.75, within(1e-15));
        assertThat(model.probability(0)).isCloseTo(0.25, within(1e-15));
        assertThat(model.mean(0)).isCloseTo(0.5, within(1e-15));
        assertThat(model.variance(0)).isCloseTo(1 - 0.25 + 0.25 + 0.75 / 4, within(1e-15));
        assertThat(model.product(0, 0)).isCloseTo(0.75, within(1e-15));
        Cursor cursor = model.cursor();
        cursor.moveTo(new double[] {2});
        cursor.assign(0, 1);
        assertThat(cursor.logDensity()).isCloseTo(Math.log(3) + 0.5 * Math.log(4) - 0.5 * 4, within(1e-15));
    }

    @Test
    void refusesBadMatrices() {
        double[][] means = {{0, 0}, {0, 0}};
        double[][] unit = {{1, 0}, {0, 1}};
        double[] weights = {0, 0};
        assertThatThrownBy(() -> new DiscreteGaussian(weights, means, new double[][][] {unit, {{1, 2}, {2, 1}}}))
                .hasMessage("precisions[2,,] is not positive definite: pivot 2 is -3.0");
        assertThatThrownBy(() -> new DiscreteGaussian(weights, means, new double[][][] {unit, {{1, 2}, {0, 5}}}))
                .hasMessage("precisions[2,,] is not symmetric: 0.0 and 2.0 at (2, 1)");
        assertThatThrownBy(() -> new DiscreteGaussian(new double[3], means, new double[][][] {unit, unit}))
                .hasMessageStartingWith("logWeights has 3 entries");
    }
}
