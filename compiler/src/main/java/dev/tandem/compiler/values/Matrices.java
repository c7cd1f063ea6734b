package dev.tandem.compiler.values;

import java.util.Optional;

/** Whether a matrix can be a covariance or a precision. */
final class Matrices {
    private static final double SYMMETRY_TOLERANCE = 1e-7;

    private Matrices() {}

    /** What it would have to be: square, symmetric or positive definite; empty if it is all of them. */
    static Optional<String> complaint(Value matrix) {
        boolean square = matrix.isScalar() || (matrix.rank() == 2 && matrix.dim(0) == matrix.dim(1));
        if (!square) {
            return Optional.of("a square matrix, not " + matrix.describe());
        }
        int n = matrix.isScalar() ? 1 : matrix.dim(0);
        double[] a = matrix.toArray();
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < j; i++) {
                double scale = Math.sqrt(Math.abs(a[i + i * n] * a[j + j * n]));
                if (Math.abs(a[i + j * n] - a[j + i * n]) > SYMMETRY_TOLERANCE * scale) {
                    return Optional.of("a symmetric matrix, and this is not one");
                }
            }
        }
        return positiveDefinite(a, n)
                ? Optional.empty()
                : Optional.of("a positive definite matrix, and this is not one");
    }

    /** By Gaussian elimination, in place: every pivot has to be positive. */
    private static boolean positiveDefinite(double[] a, int n) {
        for (int k = 0; k < n; k++) {
            double pivot = a[k + k * n];
            if (!(pivot > 0)) {
                return false;
            }
            for (int j = k + 1; j < n; j++) {
                double factor = a[k + j * n] / pivot;
                for (int i = k + 1; i < n; i++) {
                    a[i + j * n] -= factor * a[i + k * n];
                }
            }
        }
        return true;
    }
}
