package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.GammaFunction;
import org.apache.commons.rng.UniformRandomProvider;

/** The multivariate normal by mean and precision matrix: {@code dmnorm(mu, Omega)}. */
public final class MultivariateNormal implements ArrayDistribution {
    private final Factored precision = new Factored();
    private final Residual residual = new Residual();

    @Override
    public void hold(int argument) {
        if (argument == 2) {
            precision.hold();
        }
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        double logDeterminant = precision.logDeterminant(arguments[2], size);
        if (Double.isNaN(logDeterminant)) {
            return Double.NEGATIVE_INFINITY;
        }
        double square = residual.multiply(arguments, size);
        return 0.5 * (logDeterminant - square) - size * GammaFunction.HALF_LOG_TWO_PI;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[0]);
        residual.multiply(arguments, size);
        addGradient(arguments, size, scale, bars);
    }

    @Override
    public double addGradientAndGetLogDensity(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        double logDensity = logDensity(arguments, dims);
        if (logDensity > Double.NEGATIVE_INFINITY) {
            addGradient(arguments, Shapes.length(dims[0]), scale, bars);
        }
        return logDensity;
    }

    private void addGradient(double[][] arguments, int size, double scale, double[][] bars) {
        residual.addByValueAndMean(scale, size, bars);
        if (bars[2] != null && !Double.isNaN(precision.logDeterminant(arguments[2], size))) {
            residual.addByPrecision(precision.inverse(), scale, 1, size, bars[2]);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        residual.sampleByPrecision(rng, arguments, precision, size, 1);
    }

    @Override
    public String complaint(int[][] dims) {
        return Residual.complaint(dims, "the precision matrix");
    }
}
