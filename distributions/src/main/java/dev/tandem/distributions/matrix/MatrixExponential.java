package dev.tandem.distributions.matrix;

import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;

/**
 * The exponential of a square matrix by scaling and squaring, and its derivative in reverse mode.
 *
 * <p>A matrix without negative entries off the diagonal, such as a matrix of rates, is first shifted to one without any
 * negative entry: nothing cancels then, and even the smallest transition probability keeps its digits.
 */
public final class MatrixExponential {
    private static final double NORM = 0.5;
    /** NORM^17 / 17! is below 1e-19. */
    private static final int DEGREE = 16;

    private double[] scaled = new double[0];
    private double[] power = new double[0];
    private double[] product = new double[0];
    private double[] blockResult = new double[0];

    /** Writes exp(factor a) to {@code result}, which must be another array. */
    public void exponential(double[] a, int size, double factor, double[] result) {
        reserve(size);
        for (int i = 0; i < size * size; i++) {
            scaled[i] = factor * a[i];
        }
        exponentialOfScaled(size, shift(scaled, size, size), result);
    }

    /**
     * Adds to {@code bar} scale times the derivative of sum(weight * exp(factor a)) by factor a: the exponential of the
     * block matrix (a' w; 0 a') has it in its upper right corner (Higham 2008, section 3.1).
     */
    public void addAdjoint(double[] a, int size, double factor, double[] weight, double scale, double[] bar) {
        double largest = 0;
        for (int i = 0; i < size * size; i++) {
            largest = Math.max(largest, Math.abs(weight[i]));
        }
        if (largest == 0) {
            return;
        }
        int twice = 2 * size;
        reserve(twice);
        if (blockResult.length < twice * twice) {
            blockResult = new double[twice * twice];
        }
        Arrays.fill(scaled, 0, twice * twice, 0);
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                double entry = factor * a[j + i * size];
                scaled[i + j * twice] = entry;
                scaled[i + size + (j + size) * twice] = entry;
                scaled[i + (j + size) * twice] = weight[i + j * size] / largest;
            }
        }
        exponentialOfScaled(twice, shift(scaled, size, twice), blockResult);
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                bar[i + j * size] += scale * largest * blockResult[i + (j + size) * twice];
            }
        }
    }

    private void reserve(int size) {
        if (scaled.length < size * size) {
            scaled = new double[size * size];
            power = new double[size * size];
            product = new double[size * size];
        }
    }

    /** The smallest diagonal entry of a matrix of rates, else the mean of the diagonal. */
    private static double shift(double[] a, int size, int stride) {
        double smallest = Double.POSITIVE_INFINITY;
        double trace = 0;
        boolean rates = true;
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                rates &= i == j || a[i + j * stride] >= 0;
            }
            smallest = Math.min(smallest, a[j + j * stride]);
            trace += a[j + j * stride];
        }
        return rates ? smallest : trace / size;
    }

    /** Overwrites {@code scaled}. */
    private void exponentialOfScaled(int size, double shift, double[] result) {
        double norm = 0;
        for (int j = 0; j < size; j++) {
            scaled[j + j * size] -= shift;
            double column = 0;
            for (int i = 0; i < size; i++) {
                column += Math.abs(scaled[i + j * size]);
            }
            norm = Math.max(norm, column);
        }
        if (!(norm < Double.POSITIVE_INFINITY)) {
            Arrays.fill(result, 0, size * size, Double.NaN);
            return;
        }
        int squarings = norm > NORM ? Math.getExponent(norm / NORM) + 1 : 0;
        double unit = Math.scalb(1.0, -squarings);
        for (int i = 0; i < size * size; i++) {
            scaled[i] *= unit;
        }
        taylor(size, result);
        double back = Elementary.exp(shift * unit);
        for (int i = 0; i < size * size; i++) {
            result[i] *= back;
        }
        for (int k = 0; k < squarings; k++) {
            multiply(result, result, size, product);
            System.arraycopy(product, 0, result, 0, size * size);
        }
    }

    private void taylor(int size, double[] result) {
        Arrays.fill(power, 0, size * size, 0);
        for (int j = 0; j < size; j++) {
            power[j + j * size] = 1;
        }
        System.arraycopy(power, 0, result, 0, size * size);
        for (int k = 1; k <= DEGREE; k++) {
            multiply(power, scaled, size, product);
            for (int i = 0; i < size * size; i++) {
                power[i] = product[i] / k;
                result[i] += power[i];
            }
        }
    }

    private static void multiply(double[] a, double[] b, int size, double[] c) {
        Arrays.fill(c, 0, size * size, 0);
        for (int j = 0; j < size; j++) {
            for (int k = 0; k < size; k++) {
                double v = b[k + j * size];
                for (int i = 0; i < size; i++) {
                    c[i + j * size] += a[i + k * size] * v;
                }
            }
        }
    }
}
