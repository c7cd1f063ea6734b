package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Cholesky;
import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Normal;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** The difference of value and mean, and its product with the precision matrix: what dmnorm and dmt share. */
final class Residual {
    /** Up to this size row by row is faster than column by column; the sums are the same. */
    private static final int SMALL = 16;

    private double[] difference = new double[0];
    private double[] product = new double[0];

    /** Takes value, mean and precision (arguments 0 to 2), and returns the square of the difference in that metric. */
    double multiply(double[][] arguments, int size) {
        subtract(arguments, size);
        double[] omega = arguments[2];
        if (size <= SMALL) {
            for (int i = 0; i < size; i++) {
                double sum = 0;
                for (int j = 0; j < size; j++) {
                    sum += omega[i + j * size] * difference[j];
                }
                product[i] = sum;
            }
            return square(size);
        }
        Arrays.fill(product, 0, size, 0);
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                product[i] += omega[i + j * size] * difference[j];
            }
        }
        return square(size);
    }

    /** The square for a covariance matrix, by its factor. */
    double solve(double[][] arguments, double[] factor, int size) {
        subtract(arguments, size);
        System.arraycopy(difference, 0, product, 0, size);
        Cholesky.solve(factor, size, product, 0);
        return square(size);
    }

    private void subtract(double[][] arguments, int size) {
        if (difference.length < size) {
            difference = new double[size];
            product = new double[size];
        }
        for (int i = 0; i < size; i++) {
            difference[i] = arguments[0][i] - arguments[1][i];
        }
    }

    private double square(int size) {
        double square = 0;
        for (int i = 0; i < size; i++) {
            square += difference[i] * product[i];
        }
        return square;
    }

    void addByValueAndMean(double scale, int size, double[][] bars) {
        for (int i = 0; i < size; i++) {
            if (bars[0] != null) {
                bars[0][i] -= scale * product[i];
            }
            if (bars[1] != null) {
                bars[1][i] += scale * product[i];
            }
        }
    }

    /** Adds scale/2 times (inverse of the precision - weight times the difference's outer product). */
    void addByPrecision(double[] inverse, double scale, double weight, int size, double[] bar) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                bar[i + j * size] += 0.5 * scale * (inverse[i + j * size] - weight * difference[i] * difference[j]);
            }
        }
    }

    /** Adds scale/2 times (the product's outer product - inverse of the covariance). */
    void addByCovariance(double[] inverse, double scale, int size, double[] bar) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                bar[i + j * size] += 0.5 * scale * (product[i] * product[j] - inverse[i + j * size]);
            }
        }
    }

    /** Draws the mean plus stretch times a normal with the given precision, NaN if there is none. */
    void sampleByPrecision(
            UniformRandomProvider rng, double[][] arguments, Factored precision, int size, double stretch) {
        double[] x = arguments[0];
        boolean none = Double.isNaN(precision.logDeterminant(arguments[2], size));
        for (int i = 0; i < size; i++) {
            x[i] = none ? Double.NaN : stretch * Normal.sample(rng, 0, 1);
        }
        Cholesky.solveTransposed(precision.factor(), size, x, 0);
        addMean(arguments, size);
    }

    /** Draws the mean plus a normal with the given covariance, NaN if there is none. */
    void sampleByCovariance(UniformRandomProvider rng, double[][] arguments, Factored covariance, int size) {
        double[] x = arguments[0];
        boolean none = Double.isNaN(covariance.logDeterminant(arguments[2], size));
        for (int i = 0; i < size; i++) {
            x[i] = none ? Double.NaN : Normal.sample(rng, 0, 1);
        }
        Cholesky.multiply(covariance.factor(), size, x, 0);
        addMean(arguments, size);
    }

    private static void addMean(double[][] arguments, int size) {
        for (int i = 0; i < size; i++) {
            arguments[0][i] += arguments[1][i];
        }
    }

    static String complaint(int[][] dims, String matrix) {
        return Shapes.first(
                Shapes.vector("the value", dims[0]),
                Shapes.sameLength("the mean", dims[1], "the value", dims[0]),
                Shapes.squareOfSide(matrix, dims[2], "the value", dims[0]));
    }
}
