package dev.tandem.sampling.warmup;

import java.util.Arrays;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix: reflections make it tridiagonal, then rotations with shifts make it
 * diagonal (Golub and Van Loan, chapter 8).
 */
final class SymmetricEigen {
    private static final int MOST_ROTATIONS = 60;

    /** Squares between this and one over it have lost nothing. */
    private static final double SMALLEST = 1e-200;

    private final double[] values;

    /** Row k is the eigenvector of value k. */
    private final double[][] vectors;

    private SymmetricEigen(double[] values, double[][] vectors) {
        this.values = values;
        this.vectors = vectors;
    }

    double[] values() {
        return values;
    }

    /** Row k is the eigenvector of value k. */
    double[][] vectors() {
        return vectors;
    }

    /** The decomposition of a matrix, which is left as it is; eigenvalues are in no order. */
    static SymmetricEigen of(double[][] matrix) {
        int n = matrix.length;
        double[][] a = new double[n][];
        double[][] basis = new double[n][n];
        for (int i = 0; i < n; i++) {
            a[i] = matrix[i].clone();
            basis[i][i] = 1;
        }
        double[] diagonal = new double[n];
        double[] beside = new double[n];
        tridiagonalise(a, basis, diagonal, beside);
        for (int end = n - 1; end > 0; ) {
            int tries = 0;
            int begin = start(diagonal, beside, end);
            while (begin < end) {
                if (tries++ == MOST_ROTATIONS) {
                    throw new ArithmeticException("eigenvalues were not found: the matrix has no numbers");
                }
                chase(diagonal, beside, basis, begin, end);
                begin = start(diagonal, beside, end);
            }
            end--;
        }
        return new SymmetricEigen(diagonal, basis);
    }

    /** Where the block that ends at {@code end} and has no zero beside its diagonal begins. */
    private static int start(double[] diagonal, double[] beside, int end) {
        int begin = end;
        while (begin > 0) {
            double size = Math.abs(diagonal[begin]) + Math.abs(diagonal[begin - 1]);
            if (Math.abs(beside[begin - 1]) <= Math.ulp(size)) {
                beside[begin - 1] = 0;
                break;
            }
            begin--;
        }
        return begin;
    }

    /** basis' T basis is the matrix that was given; the rows of basis are orthonormal. */
    private static void tridiagonalise(double[][] a, double[][] basis, double[] diagonal, double[] beside) {
        int n = a.length;
        double[] v = new double[n];
        double[] w = new double[n];
        for (int k = 0; k < n - 2; k++) {
            double scale = 0;
            for (int i = k + 1; i < n; i++) {
                scale = Math.max(scale, Math.abs(a[i][k]));
            }
            if (scale == 0) {
                continue;
            }
            for (int i = k + 1; i < n; i++) {
                v[i] = a[i][k] / scale;
            }
            double norm = Math.sqrt(Rows.product(v, v, k + 1, n));
            v[k + 1] += v[k + 1] > 0 ? norm : -norm;
            double twice = 2 / Rows.product(v, v, k + 1, n);
            reflectBothSides(a, v, w, k + 1, twice);
            a[k + 1][k] = a[k][k + 1];
            Arrays.fill(w, 0);
            for (int i = k + 1; i < n; i++) {
                Rows.add(w, basis[i], v[i], 0, n);
            }
            for (int i = k + 1; i < n; i++) {
                Rows.add(basis[i], w, -twice * v[i], 0, n);
            }
        }
        for (int i = 0; i < n; i++) {
            diagonal[i] = a[i][i];
            if (i + 1 < n) {
                beside[i] = a[i + 1][i];
            }
        }
    }

    /** H a H with H = I - twice v v', where v is zero before {@code first}. */
    private static void reflectBothSides(double[][] a, double[] v, double[] w, int first, double twice) {
        int n = a.length;
        int before = first - 1;
        double sum = 0;
        for (int i = first; i < n; i++) {
            sum += v[i] * a[i][before];
        }
        for (int i = first; i < n; i++) {
            a[i][before] -= twice * sum * v[i];
            a[before][i] = a[i][before];
        }
        for (int i = first; i < n; i++) {
            w[i] = twice * Rows.product(a[i], v, first, n);
        }
        double half = 0.5 * twice * Rows.product(v, w, first, n);
        Rows.add(w, v, -half, first, n);
        for (int i = first; i < n; i++) {
            Rows.add(a[i], w, -v[i], first, n);
            Rows.add(a[i], v, -w[i], first, n);
        }
    }

    /** One sweep of rotations over a block, with Wilkinson's shift. */
    private static void chase(double[] diagonal, double[] beside, double[][] basis, int begin, int end) {
        double half = 0.5 * (diagonal[end - 1] - diagonal[end]);
        double last = beside[end - 1];
        double shift = diagonal[end] - last * last / (half + Math.copySign(length(half, last), half));
        double x = diagonal[begin] - shift;
        double z = beside[begin];
        for (int k = begin; k < end; k++) {
            double length = length(x, z);
            double c = length == 0 ? 1 : x / length;
            double s = length == 0 ? 0 : z / length;
            if (k > begin) {
                beside[k - 1] = length;
            }
            double a = diagonal[k];
            double b = beside[k];
            double d = diagonal[k + 1];
            diagonal[k] = c * c * a + 2 * c * s * b + s * s * d;
            diagonal[k + 1] = s * s * a - 2 * c * s * b + c * c * d;
            beside[k] = c * s * (d - a) + (c * c - s * s) * b;
            x = beside[k];
            if (k + 1 < end) {
                z = s * beside[k + 1];
                beside[k + 1] *= c;
            }
            Rows.rotate(basis[k], basis[k + 1], c, s);
        }
    }

    /** The length of a pair. The careful function is for what would be lost in squaring. */
    private static double length(double x, double z) {
        double squares = x * x + z * z;
        return squares > SMALLEST && squares < 1 / SMALLEST ? Math.sqrt(squares) : StrictMath.hypot(x, z);
    }

    /** The matrix with the same eigenvectors and other eigenvalues. */
    double[][] with(double[] others) {
        int n = values.length;
        double[][] matrix = new double[n][n];
        for (int k = 0; k < n; k++) {
            double[] vector = vectors[k];
            for (int i = 0; i < n; i++) {
                Rows.add(matrix[i], vector, others[k] * vector[i], 0, n);
            }
        }
        return matrix;
    }
}
