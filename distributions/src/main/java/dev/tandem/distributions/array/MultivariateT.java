package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Draws;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import org.apache.commons.rng.UniformRandomProvider;

/** The multivariate t by location, precision matrix and degrees of freedom: {@code dmt(mu, Omega, k)}. */
public final class MultivariateT implements ArrayDistribution {
    private final Factored precision = new Factored();
    private final Residual residual = new Residual();

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        double degrees = arguments[3][0];
        double logDeterminant = precision.logDeterminant(arguments[2], size);
        if (Double.isNaN(logDeterminant) || !(degrees > 0)) {
            return Double.NEGATIVE_INFINITY;
        }
        double square = residual.multiply(arguments, size);
        double gammas = GammaFunction.logGamma(0.5 * (degrees + size)) - GammaFunction.logGamma(0.5 * degrees);
        double kernel = 0.5 * (degrees + size) * Elementary.log1p(square / degrees);
        return gammas + 0.5 * (logDeterminant - size * Elementary.log(degrees * Math.PI)) - kernel;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[0]);
        double degrees = arguments[3][0];
        double square = residual.multiply(arguments, size);
        double weight = (degrees + size) / (degrees + square);
        residual.addByValueAndMean(scale * weight, size, bars);
        if (bars[2] != null && !Double.isNaN(precision.logDeterminant(arguments[2], size))) {
            residual.addByPrecision(precision.inverse(), scale, weight, size, bars[2]);
        }
        if (bars[3] != null) {
            double gammas = GammaFunction.digamma(0.5 * (degrees + size)) - GammaFunction.digamma(0.5 * degrees);
            double kernel = weight * square / degrees - Elementary.log1p(square / degrees);
            bars[3][0] += 0.5 * scale * (gammas - size / degrees + kernel);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        double half = 0.5 * arguments[3][0];
        double stretch = Math.sqrt(half / Draws.gamma(rng, half));
        residual.sampleByPrecision(rng, arguments, precision, Shapes.length(dims[0]), stretch);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Residual.complaint(dims, "the precision matrix"), Shapes.scalar("the degrees of freedom", dims[3]));
    }
}
