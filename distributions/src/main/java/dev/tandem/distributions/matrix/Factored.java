package dev.tandem.distributions.matrix;

import java.util.Arrays;

/**
 * A symmetric matrix with its Cholesky factor and inverse, kept until other entries are given: the matrix of a distribution is
 * often data, and comparing the entries is cheaper than factoring them.
 */
public final class Factored {
    /** JAGS refuses matrices that are further than this from symmetry. */
    private static final double ASYMMETRY = 1e-7;

    private double[] entries = new double[0];
    private double[] factor = new double[0];
    private double[] inverse = new double[0];
    private int size = -1;
    private boolean inverted;
    private boolean held;
    private double logDeterminant;

    /** Says that the matrix taken first is the only one that will be. */
    public void hold() {
        held = true;
    }

    /** Takes a matrix and returns the logarithm of its determinant, NaN if it is not symmetric positive definite. */
    public double logDeterminant(double[] matrix, int side) {
        if (held && side == size) {
            return logDeterminant;
        }
        int length = side * side;
        if (side == size && Arrays.equals(matrix, 0, length, entries, 0, length)) {
            return logDeterminant;
        }
        if (entries.length < length) {
            entries = new double[length];
            factor = new double[length];
            inverse = new double[length];
        }
        size = side;
        inverted = false;
        System.arraycopy(matrix, 0, entries, 0, length);
        logDeterminant = symmetric() ? Cholesky.factor(entries, 0, size, factor) : Double.NaN;
        return logDeterminant;
    }

    private boolean symmetric() {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < j; i++) {
                double upper = entries[i + j * size];
                if (!(Math.abs(upper - entries[j + i * size]) <= ASYMMETRY * Math.max(1, Math.abs(upper)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The lower factor of the matrix last taken. */
    public double[] factor() {
        return factor;
    }

    /** The inverse of the matrix last taken. */
    public double[] inverse() {
        if (!inverted) {
            Cholesky.inverse(factor, size, inverse);
            inverted = true;
        }
        return inverse;
    }
}
