package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.GammaFunction;
import org.apache.commons.rng.UniformRandomProvider;

/** The multivariate normal by mean and covariance matrix: {@code dmnorm.vcov(mu, V)}. */
public final class MultivariateNormalCovariance implements ArrayDistribution {
    private final Factored covariance = new Factored();
    private final Residual residual = new Residual();

    @Override
    public void hold(int argument) {
        if (argument == 2) {
            covariance.hold();
        }
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        double logDeterminant = covariance.logDeterminant(arguments[2], size);
        if (Double.isNaN(logDeterminant)) {
            return Double.NEGATIVE_INFINITY;
        }
        double square = residual.solve(arguments, covariance.factor(), size);
        return -0.5 * (logDeterminant + square) - size * GammaFunction.HALF_LOG_TWO_PI;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[0]);
        if (Double.isNaN(covariance.logDeterminant(arguments[2], size))) {
            return;
        }
        residual.solve(arguments, covariance.factor(), size);
        residual.addByValueAndMean(scale, size, bars);
        if (bars[2] != null) {
            residual.addByCovariance(covariance.inverse(), scale, size, bars[2]);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        residual.sampleByCovariance(rng, arguments, covariance, Shapes.length(dims[0]));
    }

    @Override
    public String complaint(int[][] dims) {
        return Residual.complaint(dims, "the covariance matrix");
    }
}
