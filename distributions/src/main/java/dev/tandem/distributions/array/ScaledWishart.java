package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Draws;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The precision matrix whose standard deviations are half-t with the given scales and degrees of freedom (Huang and Wand
 * 2013): {@code dscaled.wishart(s, df)}. A Wishart with k = df + p - 1 and R = diag(2 df b), 2 b / s^2 chi-square of one
 * degree, and b integrated out.
 *
 * <p>Kernel and dependence on the scales are those of JAGS. Its normaliser has the sign of the multivariate gamma
 * function wrong, so that it does not agree with its own dscaled.gamma at p = 1; that matters only if df is unknown.
 */
public final class ScaledWishart implements ArrayDistribution {
    private static final double HALF_LOG_PI = 0.5 * Elementary.log(Math.PI);

    private final Factored value = new Factored();
    private double[] root = new double[0];

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = dims[0][0];
        double degrees = arguments[2][0];
        double logX = value.logDeterminant(arguments[0], size);
        if (Double.isNaN(logX) || !(degrees > 0)) {
            return Double.NEGATIVE_INFINITY;
        }
        double k = degrees + size - 1;
        double sum =
                0.5 * (k - size - 1) * logX + 0.5 * k * size * Elementary.log(degrees) - Bartlett.logGamma(k, size);
        sum += size * (GammaFunction.logGamma(0.5 * (k + 1)) - HALF_LOG_PI);
        for (int i = 0; i < size; i++) {
            double s = arguments[1][i];
            if (!(s > 0)) {
                return Outside.of(s, degrees);
            }
            sum -= Elementary.log(s) + 0.5 * (k + 1) * Elementary.log(rate(arguments, size, i));
        }
        return sum;
    }

    /** What the gamma variable of row i is left with: df X_ii + 1 / s_i^2. */
    private static double rate(double[][] arguments, int size, int i) {
        double s = arguments[1][i];
        return arguments[2][0] * arguments[0][i + i * size] + 1 / (s * s);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = dims[0][0];
        double degrees = arguments[2][0];
        double k = degrees + size - 1;
        double logX = value.logDeterminant(arguments[0], size);
        if (Double.isNaN(logX)) {
            return;
        }
        if (bars[0] != null) {
            double[] inverse = value.inverse();
            for (int i = 0; i < size * size; i++) {
                bars[0][i] += 0.5 * scale * (k - size - 1) * inverse[i];
            }
        }
        double byDegrees = 0.5 * (logX + size * (Elementary.log(degrees) + k / degrees)) - Bartlett.byDegrees(k, size);
        byDegrees += 0.5 * size * GammaFunction.digamma(0.5 * (k + 1));
        for (int i = 0; i < size; i++) {
            double rate = rate(arguments, size, i);
            double s = arguments[1][i];
            if (bars[0] != null) {
                bars[0][i + i * size] -= 0.5 * scale * (k + 1) * degrees / rate;
            }
            if (bars[1] != null) {
                bars[1][i] += scale * ((k + 1) / (s * s * rate) - 1) / s;
            }
            byDegrees -= 0.5 * (Elementary.log(rate) + (k + 1) * arguments[0][i + i * size] / rate);
        }
        if (bars[2] != null) {
            bars[2][0] += scale * byDegrees;
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int size = dims[0][0];
        double degrees = arguments[2][0];
        if (root.length < size * size) {
            root = new double[size * size];
        }
        Bartlett.sample(rng, degrees + size - 1, size, root);
        for (int i = 0; i < size; i++) {
            double s = arguments[1][i];
            double stretch = 1 / Math.sqrt(2 * degrees * s * s * Draws.gamma(rng, 0.5));
            for (int j = 0; j <= i; j++) {
                root[i + j * size] *= stretch;
            }
        }
        Bartlett.square(root, size, arguments[0]);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.square("the value", dims[0]),
                Shapes.vector("the scale", dims[1]),
                Shapes.squareOfSide("the value", dims[0], "the scale", dims[1]),
                Shapes.scalar("the degrees of freedom", dims[2]));
    }
}
