package dev.tandem.distributions;

/**
 * The multivariate normal by mean and precision matrix ({@code dmnorm}) or covariance ({@code dmnorm.vcov}), and the
 * multivariate t ({@code dmt}); matrices are column-major and symmetric, and {@code factor} is the caller's scratch.
 */
public final class MultivariateNormal {
    private MultivariateNormal() {}

    /** The log density of {@code dmnorm}. */
    public static double logDensity(
            double[] x,
            int xOffset,
            double[] mean,
            int meanOffset,
            double[] omega,
            int offset,
            int size,
            double[] factor) {
        double logDeterminant = Cholesky.factor(omega, offset, size, factor);
        if (Double.isNaN(logDeterminant)) {
            return Double.NEGATIVE_INFINITY;
        }
        double square = square(x, xOffset, mean, meanOffset, omega, offset, size);
        return 0.5 * (logDeterminant - square) - size * GammaFunction.HALF_LOG_TWO_PI;
    }

    /** Adds scale times the derivatives of {@code dmnorm} by the value; those by the mean are their negatives. */
    public static void addByValue(
            double[] x,
            int xOffset,
            double[] mean,
            int meanOffset,
            double[] omega,
            int offset,
            int size,
            double scale,
            double[] g,
            int gOffset) {
        for (int j = 0; j < size; j++) {
            double z = scale * (x[xOffset + j] - mean[meanOffset + j]);
            for (int i = 0; i < size; i++) {
                g[gOffset + i] -= omega[offset + i + j * size] * z;
            }
        }
    }

    /** Adds scale times the derivatives of {@code dmnorm} by the precision's entries, taken as free. */
    public static void addByPrecision(
            double[] x,
            int xOffset,
            double[] mean,
            int meanOffset,
            double[] omega,
            int offset,
            int size,
            double scale,
            double[] g,
            int gOffset,
            double[] factor,
            double[] inverse) {
        Cholesky.factor(omega, offset, size, factor);
        Cholesky.inverse(factor, size, inverse);
        for (int j = 0; j < size; j++) {
            double z = x[xOffset + j] - mean[meanOffset + j];
            for (int i = 0; i < size; i++) {
                double outer = (x[xOffset + i] - mean[meanOffset + i]) * z;
                g[gOffset + i + j * size] += 0.5 * scale * (inverse[i + j * size] - outer);
            }
        }
    }

    /** The log density of {@code dmnorm.vcov}; {@code solved} is scratch of the given size. */
    public static double logDensityOfCovariance(
            double[] x,
            int xOffset,
            double[] mean,
            int meanOffset,
            double[] covariance,
            int offset,
            int size,
            double[] factor,
            double[] solved) {
        double logDeterminant = Cholesky.factor(covariance, offset, size, factor);
        if (Double.isNaN(logDeterminant)) {
            return Double.NEGATIVE_INFINITY;
        }
        for (int i = 0; i < size; i++) {
            solved[i] = x[xOffset + i] - mean[meanOffset + i];
        }
        Cholesky.solve(factor, size, solved, 0);
        double square = 0;
        for (int i = 0; i < size; i++) {
            square += solved[i] * (x[xOffset + i] - mean[meanOffset + i]);
        }
        return -0.5 * (logDeterminant + square) - size * GammaFunction.HALF_LOG_TWO_PI;
    }

    /** The log density of {@code dmt}. */
    public static double logDensityOfT(
            double[] x,
            int xOffset,
            double[] mean,
            int meanOffset,
            double[] omega,
            int offset,
            int size,
            double degrees,
            double[] factor) {
        double logDeterminant = Cholesky.factor(omega, offset, size, factor);
        if (Double.isNaN(logDeterminant) || !(degrees > 0)) {
            return Double.NEGATIVE_INFINITY;
        }
        double square = square(x, xOffset, mean, meanOffset, omega, offset, size);
        double gammas = GammaFunction.logGamma(0.5 * (degrees + size)) - GammaFunction.logGamma(0.5 * degrees);
        double kernel = 0.5 * (degrees + size) * Math.log1p(square / degrees);
        return gammas + 0.5 * (logDeterminant - size * Math.log(degrees * Math.PI)) - kernel;
    }

    private static double square(
            double[] x, int xOffset, double[] mean, int meanOffset, double[] omega, int offset, int size) {
        double square = 0;
        for (int j = 0; j < size; j++) {
            double z = x[xOffset + j] - mean[meanOffset + j];
            for (int i = 0; i < size; i++) {
                square += (x[xOffset + i] - mean[meanOffset + i]) * omega[offset + i + j * size] * z;
            }
        }
        return square;
    }
}
