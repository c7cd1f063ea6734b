package dev.tandem.distributions;

/** The Wishart distribution of JAGS: density proportional to |R|^(k/2) |X|^((k-p-1)/2) exp(-tr(R X)/2): {@code dwish}. */
public final class Wishart {
    private Wishart() {}

    /** The normalised log density at the column-major matrix x; {@code factor} is scratch. */
    public static double logDensity(
            double[] x, int xOffset, double[] r, int offset, int size, double degrees, double[] factor) {
        double logX = Cholesky.factor(x, xOffset, size, factor);
        double logR = Cholesky.factor(r, offset, size, factor);
        if (Double.isNaN(logX) || Double.isNaN(logR) || !(degrees > size - 1)) {
            return Double.NEGATIVE_INFINITY;
        }
        double trace = 0;
        for (int i = 0; i < size * size; i++) {
            trace += x[xOffset + i] * r[offset + i];
        }
        double gammas = 0.25 * size * (size - 1) * Math.log(Math.PI);
        for (int i = 0; i < size; i++) {
            gammas += GammaFunction.logGamma(0.5 * (degrees - i));
        }
        double powers = degrees * logR + (degrees - size - 1) * logX - trace - degrees * size * Math.log(2);
        return 0.5 * powers - gammas;
    }

    /** Adds scale times the derivatives by the entries of x, taken as free; {@code inverse} is scratch. */
    public static void addByValue(
            double[] x,
            int xOffset,
            double[] r,
            int offset,
            int size,
            double degrees,
            double scale,
            double[] g,
            int gOffset,
            double[] factor,
            double[] inverse) {
        Cholesky.factor(x, xOffset, size, factor);
        Cholesky.inverse(factor, size, inverse);
        for (int i = 0; i < size * size; i++) {
            g[gOffset + i] += 0.5 * scale * ((degrees - size - 1) * inverse[i] - r[offset + i]);
        }
    }

    /** Adds scale times the derivatives by the entries of r, taken as free. */
    public static void addByScale(
            double[] x,
            int xOffset,
            double[] r,
            int offset,
            int size,
            double degrees,
            double scale,
            double[] g,
            int gOffset,
            double[] factor,
            double[] inverse) {
        Cholesky.factor(r, offset, size, factor);
        Cholesky.inverse(factor, size, inverse);
        for (int i = 0; i < size * size; i++) {
            g[gOffset + i] += 0.5 * scale * (degrees * inverse[i] - x[xOffset + i]);
        }
    }
}
