package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Cholesky;
import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Elementary;
import org.apache.commons.rng.UniformRandomProvider;

/** The Wishart by matrix R and degrees k, |R|^(k/2) |X|^((k-p-1)/2) exp(-tr(R X)/2) unnormalised: {@code dwish(R, k)}. */
public final class Wishart implements ArrayDistribution {
    private static final double LOG_TWO = Elementary.log(2);

    private final Factored value = new Factored();
    private final Factored matrix = new Factored();
    private double[] root = new double[0];

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = dims[0][0];
        double degrees = arguments[2][0];
        double logX = value.logDeterminant(arguments[0], size);
        double logR = matrix.logDeterminant(arguments[1], size);
        if (Double.isNaN(logX) || Double.isNaN(logR) || !(degrees > size - 1)) {
            return Double.NEGATIVE_INFINITY;
        }
        double trace = 0;
        for (int i = 0; i < size * size; i++) {
            trace += arguments[0][i] * arguments[1][i];
        }
        double powers = degrees * logR + (degrees - size - 1) * logX - trace - degrees * size * LOG_TWO;
        return 0.5 * powers - Bartlett.logGamma(degrees, size);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = dims[0][0];
        double degrees = arguments[2][0];
        double logX = value.logDeterminant(arguments[0], size);
        double logR = matrix.logDeterminant(arguments[1], size);
        if (Double.isNaN(logX) || Double.isNaN(logR)) {
            return;
        }
        if (bars[0] != null) {
            double[] inverse = value.inverse();
            for (int i = 0; i < size * size; i++) {
                bars[0][i] += 0.5 * scale * ((degrees - size - 1) * inverse[i] - arguments[1][i]);
            }
        }
        if (bars[1] != null) {
            double[] inverse = matrix.inverse();
            for (int i = 0; i < size * size; i++) {
                bars[1][i] += 0.5 * scale * (degrees * inverse[i] - arguments[0][i]);
            }
        }
        if (bars[2] != null) {
            double powers = 0.5 * (logR + logX - size * LOG_TWO);
            bars[2][0] += scale * (powers - Bartlett.byDegrees(degrees, size));
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int size = dims[0][0];
        if (root.length < size * size) {
            root = new double[size * size];
        }
        if (Double.isNaN(matrix.logDeterminant(arguments[1], size))) {
            java.util.Arrays.fill(arguments[0], 0, size * size, Double.NaN);
            return;
        }
        Bartlett.sample(rng, arguments[2][0], size, root);
        for (int j = 0; j < size; j++) {
            Cholesky.solveTransposed(matrix.factor(), size, root, j * size);
        }
        Bartlett.square(root, size, arguments[0]);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.square("the value", dims[0]),
                Shapes.square("the matrix R", dims[1]),
                Shapes.sameShape("the matrix R", dims[1], "the value", dims[0]),
                Shapes.scalar("the degrees of freedom", dims[2]));
    }
}
