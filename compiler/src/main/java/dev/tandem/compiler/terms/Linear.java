package dev.tandem.compiler.terms;

/**
 * Matrix times vector for linear predictors, {@code eta[i] = sum of X[i,k] b[k]}, with the loops arranged so that the
 * innermost runs along memory. Entry (i, k) of the matrix stands at {@code offset + i + k * stride}.
 */
public final class Linear {
    private Linear() {}

    /** eta += X b. */
    public static void add(
            double[] matrix,
            int offset,
            int stride,
            int rows,
            int columns,
            double[] b,
            int bOffset,
            double[] eta,
            int etaOffset) {
        for (int k = 0; k < columns; k++) {
            addColumn(matrix, offset + k * stride, rows, b[bOffset + k], eta, etaOffset);
        }
    }

    /** eta += column times factor; a factor of zero costs nothing. */
    public static void addColumn(double[] matrix, int start, int rows, double factor, double[] eta, int etaOffset) {
        if (factor == 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            eta[etaOffset + i] += factor * matrix[start + i];
        }
    }

    /** shifted = eta + column times factor. */
    public static void shift(double[] matrix, int start, double factor, double[] eta, double[] shifted) {
        for (int i = 0; i < eta.length; i++) {
            shifted[i] = eta[i] + factor * matrix[start + i];
        }
    }

    /** barB += X' barEta. */
    public static void addTransposed(
            double[] matrix,
            int offset,
            int stride,
            int rows,
            int columns,
            double[] barEta,
            int etaOffset,
            double[] barB,
            int bOffset) {
        for (int k = 0; k < columns; k++) {
            barB[bOffset + k] += dot(matrix, offset + k * stride, rows, barEta, etaOffset);
        }
    }

    /** Adds those products for those k alone whose indicator is not zero. */
    public static void addTransposedWhere(
            double[] matrix,
            int offset,
            int stride,
            int rows,
            int columns,
            double[] barEta,
            int etaOffset,
            double[] barB,
            int bOffset,
            double[] indicators) {
        for (int k = 0; k < columns; k++) {
            if (indicators[k] != 0) {
                barB[bOffset + k] += dot(matrix, offset + k * stride, rows, barEta, etaOffset);
            }
        }
    }

    /** In four partial sums that need not wait for each other. */
    private static double dot(double[] matrix, int start, int rows, double[] barEta, int etaOffset) {
        double s = 0;
        double t = 0;
        double u = 0;
        double v = 0;
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            s += matrix[start + i] * barEta[etaOffset + i];
            t += matrix[start + i + 1] * barEta[etaOffset + i + 1];
            u += matrix[start + i + 2] * barEta[etaOffset + i + 2];
            v += matrix[start + i + 3] * barEta[etaOffset + i + 3];
        }
        for (; i < rows; i++) {
            s += matrix[start + i] * barEta[etaOffset + i];
        }
        return s + t + (u + v);
    }
}
