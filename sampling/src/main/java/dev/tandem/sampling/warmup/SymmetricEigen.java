package dev.tandem.sampling.warmup;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix: reflections make it tridiagonal, then rotations with shifts make it
 * diagonal (Golub and Van Loan, chapter 8).
 */
final class SymmetricEigen {
    private static final int MOST_ROTATIONS = 60;

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
            double norm = 0;
            for (int i = k + 1; i < n; i++) {
                v[i] = a[i][k] / scale;
                norm += v[i] * v[i];
            }
            norm = Math.sqrt(norm);
            v[k + 1] += v[k + 1] > 0 ? norm : -norm;
            double squares = 0;
            for (int i = k + 1; i < n; i++) {
                squares += v[i] * v[i];
            }
            double twice = 2 / squares;
            reflectBothSides(a, v, w, k + 1, twice);
            a[k + 1][k] = a[k][k + 1];
            for (int column = 0; column < n; column++) {
                double sum = 0;
                for (int i = k + 1; i < n; i++) {
                    sum += v[i] * basis[i][column];
                }
                sum *= twice;
                for (int i = k + 1; i < n; i++) {
                    basis[i][column] -= sum * v[i];
                }
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
        double product = 0;
        for (int i = first; i < n; i++) {
            double row = 0;
            for (int j = first; j < n; j++) {
                row += a[i][j] * v[j];
            }
            w[i] = twice * row;
            product += v[i] * w[i];
        }
        double half = 0.5 * twice * product;
        for (int i = first; i < n; i++) {
            w[i] -= half * v[i];
        }
        for (int i = first; i < n; i++) {
            for (int j = first; j < n; j++) {
                a[i][j] -= v[i] * w[j] + w[i] * v[j];
            }
        }
    }

    /** One sweep of rotations over a block, with Wilkinson's shift. */
    private static void chase(double[] diagonal, double[] beside, double[][] basis, int begin, int end) {
        double half = 0.5 * (diagonal[end - 1] - diagonal[end]);
        double last = beside[end - 1];
        double shift = diagonal[end] - last * last / (half + Math.copySign(StrictMath.hypot(half, last), half));
        double x = diagonal[begin] - shift;
        double z = beside[begin];
        for (int k = begin; k < end; k++) {
            double length = StrictMath.hypot(x, z);
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
            double[] upper = basis[k];
            double[] lower = basis[k + 1];
            for (int i = 0; i < upper.length; i++) {
                double u = upper[i];
                double l = lower[i];
                upper[i] = c * u + s * l;
                lower[i] = c * l - s * u;
            }
        }
    }

    /** The matrix with the same eigenvectors and other eigenvalues. */
    double[][] with(double[] others) {
        int n = values.length;
        double[][] matrix = new double[n][n];
        for (int k = 0; k < n; k++) {
            double[] vector = vectors[k];
            for (int i = 0; i < n; i++) {
                double factor = others[k] * vector[i];
                for (int j = 0; j < n; j++) {
                    matrix[i][j] += factor * vector[j];
                }
            }
        }
        return matrix;
    }
}
