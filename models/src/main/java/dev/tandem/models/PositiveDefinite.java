package dev.tandem.models;

import dev.tandem.distributions.matrix.Cholesky;

/** A symmetric positive definite matrix, factored once by Cholesky: its inverse and determinant. */
final class PositiveDefinite {
    private final int size;
    private final double[] factor;
    private final double logDeterminant;

    /** Factors {@code matrix}; fails with the matrix's name if it is not symmetric and positive definite. */
    PositiveDefinite(String name, double[][] matrix) {
        size = matrix.length;
        for (int i = 0; i < size; i++) {
            Require.length(name + "[" + (i + 1) + ",]", matrix[i].length, size);
            Require.finite(name + "[" + (i + 1) + ",]", matrix[i]);
        }
        double[] columns = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                Require.that(
                        Math.abs(matrix[i][j] - matrix[j][i])
                                <= 1e-8 * Math.max(Math.abs(matrix[i][j]), Math.abs(matrix[j][i])),
                        name + " is not symmetric: " + matrix[i][j] + " and " + matrix[j][i] + " at (" + (i + 1) + ", "
                                + (j + 1) + ")");
                columns[i + j * size] = matrix[i][j];
            }
        }
        factor = new double[size * size];
        logDeterminant = Cholesky.factor(columns, 0, size, factor);
        for (int i = 0; i < size; i++) {
            double pivot = factor[i + i * size];
            Require.that(pivot > 0, name + " is not positive definite: pivot " + (i + 1) + " is " + pivot);
        }
    }

    /** The lower triangular factor L with L L' = the matrix. */
    double[][] factor() {
        double[][] rows = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                rows[i][j] = factor[i + j * size];
            }
        }
        return rows;
    }

    double logDeterminant() {
        return logDeterminant;
    }

    double[][] inverse() {
        double[][] inverse = new double[size][size];
        for (int column = 0; column < size; column++) {
            double[] solution = new double[size];
            solution[column] = 1;
            Cholesky.solve(factor, size, solution, 0);
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
