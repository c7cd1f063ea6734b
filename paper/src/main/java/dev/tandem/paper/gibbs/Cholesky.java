package dev.tandem.paper.gibbs;

/** In-place Cholesky arithmetic on the leading part of a square array, for matrices that change at every draw. */
final class Cholesky {
    private Cholesky() {}

    /** Replaces the lower triangle of the leading {@code size} rows by L with L L' = the matrix. */
    static void factor(double[][] matrix, int size) {
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
    static void forward(double[][] factor, int size, double[] b) {
        for (int i = 0; i < size; i++) {
            double sum = b[i];
            for (int k = 0; k < i; k++) {
                sum -= factor[i][k] * b[k];
            }
            b[i] = sum / factor[i][i];
        }
    }

    /** Solves L' y = b in place. */
    static void backward(double[][] factor, int size, double[] b) {
        for (int i = size - 1; i >= 0; i--) {
            double sum = b[i];
            for (int k = i + 1; k < size; k++) {
                sum -= factor[k][i] * b[k];
            }
            b[i] = sum / factor[i][i];
        }
    }
}
