package dev.tandem.distributions;

/** The Cholesky factor of a symmetric matrix, column-major and lower, in the caller's arrays. */
public final class Cholesky {
    private Cholesky() {}

    /** Fills {@code factor} (size by size) from {@code matrix} at offset; returns log det, NaN if not positive definite. */
    public static double factor(double[] matrix, int offset, int size, double[] factor) {
        double logDeterminant = 0;
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                double sum = matrix[offset + i + j * size];
                for (int k = 0; k < Math.min(i, j); k++) {
                    sum -= factor[i + k * size] * factor[j + k * size];
                }
                if (i == j && !(sum > 0)) {
                    return Double.NaN;
                }
                factor[i + j * size] = i < j ? 0 : i == j ? Math.sqrt(sum) : sum / factor[j + j * size];
            }
            logDeterminant += 2 * Math.log(factor[j + j * size]);
        }
        return logDeterminant;
    }

    /** Overwrites v[offset ..] with the solution of (L L') y = v. */
    public static void solve(double[] factor, int size, double[] v, int offset) {
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < i; k++) {
                v[offset + i] -= factor[i + k * size] * v[offset + k];
            }
            v[offset + i] /= factor[i + i * size];
        }
        solveTransposed(factor, size, v, offset);
    }

    /** Fills {@code inverse} with the inverse of L L'. */
    public static void inverse(double[] factor, int size, double[] inverse) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                inverse[i + j * size] = i == j ? 1 : 0;
            }
            solve(factor, size, inverse, j * size);
        }
    }

    /** Overwrites v[offset ..] with the solution of L' y = v. */
    static void solveTransposed(double[] factor, int size, double[] v, int offset) {
        for (int i = size - 1; i >= 0; i--) {
            for (int k = i + 1; k < size; k++) {
                v[offset + i] -= factor[k + i * size] * v[offset + k];
            }
            v[offset + i] /= factor[i + i * size];
        }
    }

    /** Overwrites v[offset ..] with L v. */
    static void multiply(double[] factor, int size, double[] v, int offset) {
        for (int i = size - 1; i >= 0; i--) {
            double sum = 0;
            for (int k = 0; k <= i; k++) {
                sum += factor[i + k * size] * v[offset + k];
            }
            v[offset + i] = sum;
        }
    }
}
