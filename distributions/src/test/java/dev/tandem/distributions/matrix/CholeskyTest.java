package dev.tandem.distributions.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factor, solution and inverse against their definitions, for sizes on either side of the blocks of four. */
class CholeskyTest {
    private static final int BEFORE = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 50})
    void multipliesBackToTheMatrix(int size) {
        double[] matrix = positiveDefinite(size);
        double[] shifted = new double[BEFORE + matrix.length];
        System.arraycopy(matrix, 0, shifted, BEFORE, matrix.length);
        double[] factor = new double[size * size];
        java.util.Arrays.fill(factor, 99);
        double logDeterminant = Cholesky.factor(shifted, BEFORE, size, factor);

        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += 2 * Math.log(factor[i + i * size]);
            for (int j = 0; j < size; j++) {
                double product = 0;
                for (int k = 0; k < size; k++) {
                    product += factor[i + k * size] * factor[j + k * size];
                }
                assertThat(product).isCloseTo(matrix[i + j * size], within(1e-12 * size));
                if (i < j) {
                    assertThat(factor[i + j * size]).isZero();
                }
            }
        }
        assertThat(logDeterminant).isCloseTo(sum, within(1e-10));

        double[] inverse = new double[size * size];
        Cholesky.inverse(factor, size, inverse);
        double[] solved = new double[BEFORE + size];
        for (int i = 0; i < size; i++) {
            solved[BEFORE + i] = i + 1;
        }
        Cholesky.solve(factor, size, solved, BEFORE);
        for (int i = 0; i < size; i++) {
            double back = 0;
            for (int j = 0; j < size; j++) {
                double entry = 0;
                for (int k = 0; k < size; k++) {
                    entry += matrix[i + k * size] * inverse[k + j * size];
                }
                assertThat(entry).isCloseTo(i == j ? 1 : 0, within(1e-9));
                assertThat(inverse[i + j * size]).isEqualTo(inverse[j + i * size]);
                back += matrix[i + j * size] * solved[BEFORE + j];
            }
            assertThat(back).isCloseTo(i + 1, within(1e-9));
        }
    }

    @Test
    void saysWhenThereIsNoFactor() {
        double[] matrix = positiveDefinite(9);
        matrix[8 + 8 * 9] = -1;
        assertThat(Cholesky.factor(matrix, 0, 9, new double[81])).isNaN();
    }

    private static double[] positiveDefinite(int size) {
        UniformRandomProvider rng = RandomSource.XO_RO_SHI_RO_128_PP.create(size);
        double[] root = rng.doubles((long) size * size).map(u -> u - 0.5).toArray();
        double[] matrix = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = i == j ? 0.2 : 0;
                for (int k = 0; k < size; k++) {
                    sum += root[i + k * size] * root[j + k * size];
                }
                matrix[i + j * size] = sum;
            }
        }
        return matrix;
    }
}
