package dev.tandem.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The covariance that the directions give is that of the definition: the generalised inverse, or the inverse, of the precision. */
class CarMatricesTest {
    private static final double EXACT = 1e-11;

    private static Graph bind(String law, String data) {
        return ModelCompiler.bind(
                Model.of("model { b ~ " + law + "  y ~ dnorm(b[1], 1) }"),
                DataFile.parse(SourceText.of("data.R", data + "\ny <- 1"), Dialect.JAGS));
    }

    private static double[][] product(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    /** Sum over directions of their outer products over their precisions. */
    private static double[][] covariance(Graph graph, double gamma) {
        double[] basis = graph.symbol("b.basis").values();
        double[] scale = graph.symbol("b.scale").values();
        int areas = basis.length / scale.length;
        double[][] covariance = new double[areas][areas];
        for (int k = 0; k < scale.length; k++) {
            double precision = Double.isNaN(gamma) ? scale[k] : 1 - gamma * scale[k];
            for (int i = 0; i < areas; i++) {
                for (int j = 0; j < areas; j++) {
                    covariance[i][j] += basis[k * areas + i] * basis[k * areas + j] / precision;
                }
            }
        }
        return covariance;
    }

    private static void assertSame(double[][] actual, double[][] expected) {
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected.length; j++) {
                assertThat(actual[i][j]).as(i + "," + j).isCloseTo(expected[i][j], within(EXACT));
            }
        }
    }

    /** A triangle with unequal weights, a pair, and an island: Moore's and Penrose's conditions, and sums of zero. */
    @Test
    void intrinsic() {
        Graph graph = bind(
                "car.normal(adj[], w[], num[], 1)",
                "adj <- c(2, 3, 1, 3, 1, 2, 5, 4)\nw <- c(1, 2, 1, 1, 2, 1, 1, 1)\nnum <- c(2, 2, 2, 1, 1, 0)");
        double[][] q = {
            {3, -1, -2, 0, 0, 0},
            {-1, 2, -1, 0, 0, 0},
            {-2, -1, 3, 0, 0, 0},
            {0, 0, 0, 1, -1, 0},
            {0, 0, 0, -1, 1, 0},
            {0, 0, 0, 0, 0, 0}
        };
        double[][] covariance = covariance(graph, Double.NaN);
        assertThat(graph.symbol("b.scale").size()).isEqualTo(6 - 3);
        assertSame(product(product(q, covariance), q), q);
        assertSame(product(product(covariance, q), covariance), covariance);
        for (double[] row : covariance) {
            assertThat(row[0] + row[1] + row[2]).isCloseTo(0, within(EXACT));
            assertThat(row[3] + row[4]).isCloseTo(0, within(EXACT));
            assertThat(row[5]).isCloseTo(0, within(EXACT));
        }
    }

    /** M^-1 (I - gamma C) times the covariance is the identity. */
    @Test
    void proper() {
        double gamma = 0.7;
        Graph graph = bind(
                "car.proper(m[], C[], adj[], num[], M[], 1, " + gamma + ")",
                "m <- c(0, 0, 0, 0)\nadj <- c(2, 1, 3, 4, 2, 2)\nnum <- c(1, 3, 1, 1)\nC <- c(1, 0.25, 0.5, 0.25, 1, 1)"
                        + "\nM <- c(2, 0.5, 1, 2)");
        double[][] c = {{0, 1, 0, 0}, {0.25, 0, 0.5, 0.25}, {0, 1, 0, 0}, {0, 1, 0, 0}};
        double[] m = {2, 0.5, 1, 2};
        double[][] precision = new double[4][4];
        double[][] identity = new double[4][4];
        for (int i = 0; i < 4; i++) {
            identity[i][i] = 1;
            for (int j = 0; j < 4; j++) {
                precision[i][j] = (identity[i][j] - gamma * c[i][j]) / m[i];
            }
        }
        assertSame(product(precision, covariance(graph, gamma)), identity);
    }

    /** Random symmetric matrices are put together again from what was found. */
    @Test
    void eigenvectors() {
        SplittableRandom random = new SplittableRandom(7);
        for (int size : new int[] {1, 2, 3, 10, 40}) {
            double[][] matrix = new double[size][size];
            for (int i = 0; i < size; i++) {
                for (int j = 0; j <= i; j++) {
                    matrix[i][j] = random.nextDouble() - 0.5;
                    matrix[j][i] = matrix[i][j];
                }
            }
            Eigenvectors eigen = Eigenvectors.of(matrix);
            double[][] again = new double[size][size];
            for (int k = 0; k < size; k++) {
                for (int i = 0; i < size; i++) {
                    for (int j = 0; j < size; j++) {
                        again[i][j] += eigen.value(k) * eigen.element(k, i) * eigen.element(k, j);
                    }
                }
            }
            assertSame(again, matrix);
        }
    }
}
