package dev.tandem.paper.algebra;

import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;

/** In-place Cholesky arithmetic on the leading part of a square array, for matrices that change at every draw. */
public final class Cholesky {
    private Cholesky() {}

    /** Replaces the lower triangle of the leading {@code size} rows by L with L L' = the matrix. */
    public static void factor(double[][] matrix, int size) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= matrix[i][k] * matrix[j][k];
                }
                matrix[i][j] = i == j ? Math.sqrt(sum) : sum / matrix[j][j];
            }
        }
    }

    /** Solves L y = b in place. */
    public static void forward(double[][] factor, int size, double[] b) {
        for (int i = 0; i < size; i++) {
            double sum = b[i];
            for (int k = 0; k < i; k++) {
                sum -= factor[i][k] * b[k];
            }
            b[i] = sum / factor[i][i];
        }
    }

    /** Solves L' y = b in place. */
    public static void backward(double[][] factor, int size, double[] b) {
        for (int i = size - 1; i >= 0; i--) {
            double sum = b[i];
            for (int k = i + 1; k < size; k++) {
                sum -= factor[k][i] * b[k];
            }
            b[i] = sum / factor[i][i];
        }
    }

    /** The inverse of a symmetric positive definite matrix, which is left as it is. */
    public static double[][] inverse(double[][] matrix) {
        double[][] factor = copy(matrix);
        factor(factor, factor.length);
        double[][] inverse = new double[factor.length][factor.length];
        for (int i = 0; i < factor.length; i++) {
            inverse[i][i] = 1;
            forward(factor, factor.length, inverse[i]);
            backward(factor, factor.length, inverse[i]);
        }
        return inverse;
    }

    /** The log determinant of a symmetric positive definite matrix; NaN if it is none. */
    public static double logDeterminant(double[][] matrix) {
        double[][] factor = copy(matrix);
        factor(factor, factor.length);
        double sum = 0;
        for (int i = 0; i < factor.length; i++) {
            sum += 2 * Elementary.log(factor[i][i]);
        }
        return sum;
    }

    public static double[][] copy(double[][] matrix) {
        return Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    }
}
