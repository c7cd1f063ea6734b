package dev.tandem.models;

/** A symmetric positive definite matrix, factored once by Cholesky: its inverse and determinant. */
final class PositiveDefinite {
    private final int size;
    private final double[][] factor;

    /** Factors {@code matrix}; fails with the matrix's name if it is not symmetric and positive definite. */
    PositiveDefinite(String name, double[][] matrix) {
        size = matrix.length;
        factor = new double[size][size];
        for (int i = 0; i < size; i++) {
            Require.length(name + "[" + (i + 1) + ",]", matrix[i].length, size);
            Require.finite(name + "[" + (i + 1) + ",]", matrix[i]);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                Require.that(
                        Math.abs(matrix[i][j] - matrix[j][i])
                                <= 1e-8 * Math.max(Math.abs(matrix[i][j]), Math.abs(matrix[j][i])),
                        name + " is not symmetric: " + matrix[i][j] + " and " + matrix[j][i] + " at (" + (i + 1) + ", "
                                + (j + 1) + ")");
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (i == j) {
                    Require.that(sum > 0, name + " is not positive definite: pivot " + (i + 1) + " is " + sum);
                    factor[i][i] = Math.sqrt(sum);
                } else {
                    factor[i][j] = sum / factor[j][j];
                }
            }
        }
    }

    /** The lower triangular factor L with L L' = the matrix. */
    double[][] factor() {
        return factor;
    }

    double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += 2 * Math.log(factor[i][i]);
        }
        return sum;
    }

    double[][] inverse() {
        double[][] inverse = new double[size][size];
        for (int column = 0; column < size; column++) {
            double[] solution = new double[size];
            for (int i = column; i < size; i++) {
                double sum = i == column ? 1 : 0;
                for (int k = column; k < i; k++) {
                    sum -= factor[i][k] * solution[k];
                }
                solution[i] = sum / factor[i][i];
            }
            for (int i = size - 1; i >= 0; i--) {
                double sum = solution[i];
                for (int k = i + 1; k < size; k++) {
                    sum -= factor[k][i] * solution[k];
                }
                solution[i] = sum / factor[i][i];
            }
            for (int i = 0; i < size; i++) {
                inverse[i][column] = solution[i];
            }
        }
        // Rounding leaves the two halves different in the last bit; gradients assume that they agree.
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                inverse[i][j] = inverse[j][i];
            }
        }
        return inverse;
    }
}
