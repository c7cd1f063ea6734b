package dev.tandem.sampling.warmup;

import java.util.Arrays;

/**
 * The symmetric positive definite S with S b S = a, of matrices without an eigenvalue below some least one. With b = L L' it is
 * V (L' a L)^(1/2) V', where V is the inverse of L'.
 */
final class GeometricMean {
    private final double[][] matrix;
    private final double least;

    private GeometricMean(double[][] matrix, double least) {
        this.matrix = matrix;
        this.least = least;
    }

    /** The mean itself. */
    double[][] matrix() {
        return matrix;
    }

    /** What no eigenvalue of either matrix is below: one over the larger trace of their inverses. */
    double least() {
        return least;
    }

    static GeometricMean of(double[][] a, double[][] b, double least) {
        int n = a.length;
        // Rows of the transposed factor, so that all loops go along rows.
        double[][] factor = transposed(factor(b, least));
        double[][] inverse = inverse(factor);
        SymmetricEigen inner = SymmetricEigen.of(product(factor, a));
        double[][] mean = new double[n][n];
        double traceOfA = 0;
        double traceOfB = 0;
        double[] image = new double[n];
        for (int k = 0; k < n; k++) {
            double value = Math.max(inner.values()[k], 0);
            double[] vector = inner.vectors()[k];
            Arrays.fill(image, 0);
            for (int j = 0; j < n; j++) {
                Rows.add(image, factor[j], vector[j], j, n);
            }
            traceOfA += Rows.product(image, image, 0, n) / value;
            for (int i = 0; i < n; i++) {
                image[i] = Rows.product(inverse[i], vector, i, n);
            }
            traceOfB += Rows.product(inverse[k], inverse[k], k, n);
            double root = Math.sqrt(value);
            for (int i = 0; i < n; i++) {
                Rows.add(mean[i], image, root * image[i], 0, n);
            }
        }
        return new GeometricMean(mean, 1 / Math.max(traceOfA, traceOfB));
    }

    /** Cholesky's factor. Without rounding no pivot of a matrix is below its least eigenvalue, so none is let below. */
    private static double[][] factor(double[][] matrix, double least) {
        int n = matrix.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                factor[i][j] = (matrix[i][j] - Rows.product(factor[i], factor[j], 0, j)) / factor[j][j];
            }
            factor[i][i] = Math.sqrt(Math.max(least, matrix[i][i] - Rows.product(factor[i], factor[i], 0, i)));
        }
        return factor;
    }

    private static double[][] transposed(double[][] matrix) {
        int n = matrix.length;
        double[][] transposed = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                transposed[j][i] = matrix[i][j];
            }
        }
        return transposed;
    }

    /** The inverse of a matrix with zeros below its diagonal. */
    private static double[][] inverse(double[][] upper) {
        int n = upper.length;
        double[][] inverse = new double[n][n];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                Rows.add(inverse[i], inverse[j], -upper[i][j], j, n);
            }
            inverse[i][i] = 1;
            for (int j = i; j < n; j++) {
                inverse[i][j] /= upper[i][i];
            }
        }
        return inverse;
    }

    /** upper a upper', of a matrix with zeros below its diagonal and a symmetric one. */
    private static double[][] product(double[][] upper, double[][] a) {
        int n = a.length;
        double[][] half = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                Rows.add(half[i], a[j], upper[i][j], 0, n);
            }
        }
        double[][] product = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                product[i][j] = Rows.product(half[j], upper[i], i, n);
                product[j][i] = product[i][j];
            }
        }
        return product;
    }
}
