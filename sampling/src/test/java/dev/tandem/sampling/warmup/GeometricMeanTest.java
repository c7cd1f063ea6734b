package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.sampling.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The mean solves its equation, and says how small the eigenvalues are that it was made of. */
class GeometricMeanTest {
    /** A matrix with random eigenvectors, and eigenvalues that go down to the least by equal factors. */
    private static double[][] matrix(int n, double least, RandomStream random) {
        double[][] any = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                any[i][j] = random.gaussian();
                any[j][i] = any[i][j];
            }
        }
        double[] values = new double[n];
        Arrays.setAll(values, i -> n == 1 ? least : Math.pow(least, i / (n - 1.0)));
        return SymmetricEigen.of(any).with(values);
    }

    @Test
    void itSolvesItsEquation() {
        RandomStream random = RandomStream.of(3, 0);
        for (int n : new int[] {1, 2, 5, 30}) {
            for (double least : new double[] {1, 0.1, 1e-4}) {
                double[][] a = matrix(n, least, random);
                double[][] b = matrix(n, least, random);
                double[][] mean = GeometricMean.of(a, b, 1e-12).matrix();
                double[][] again = Rows.multiply(Rows.multiply(mean, b), mean);
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        assertThat(again[i][j])
                                .as("%d rows down to %s, %d and %d", n, least, i, j)
                                .isCloseTo(a[i][j], within(1e-14 * n * n / least));
                    }
                }
                // It is positive, which tells it from the other roots.
                assertThat(Arrays.stream(SymmetricEigen.of(mean).values()).min().orElseThrow())
                        .isPositive();
            }
        }
    }

    /** One over the trace of an inverse is below the least eigenvalue, and by no more than the number of rows. */
    @Test
    void itKnowsTheLeastEigenvalue() {
        RandomStream random = RandomStream.of(4, 0);
        int n = 12;
        for (double[] least : new double[][] {{0.1, 1e-3}, {1e-5, 0.5}, {1e-4, 1e-4}}) {
            double smaller = Math.min(least[0], least[1]);
            GeometricMean mean = GeometricMean.of(matrix(n, least[0], random), matrix(n, least[1], random), 1e-12);
            assertThat(mean.least()).isBetween(smaller / n, smaller * (1 + 1e-6));
        }
    }

    /** What has lost rank is not said to be far from it. */
    @Test
    void itKnowsALostRank() {
        double[][] ridge = {{1, 1}, {1, 1}};
        double[][] whole = {{1, 0}, {0, 1}};
        assertThat(GeometricMean.of(ridge, whole, 1e-8).least()).isLessThan(1e-7);
        assertThat(GeometricMean.of(whole, ridge, 1e-8).least()).isLessThan(1e-7);
    }
}
