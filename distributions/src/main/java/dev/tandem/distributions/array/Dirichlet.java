package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Draws;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The Dirichlet distribution; a component with alpha zero is a structural zero: {@code ddirch}. */
public final class Dirichlet implements ArrayDistribution {
    private final Remembered normalisers = new Remembered(Dirichlet::logNormaliser);

    public Dirichlet() {}

    /** The log density at x[xOffset ..] with alpha[offset ..], both of the given size. */
    public static double logDensity(double[] x, int xOffset, double[] alpha, int offset, int size) {
        double kernel = logKernel(x, xOffset, alpha, offset, size);
        return Double.isFinite(kernel) ? kernel + logNormaliser(alpha, offset, size) : kernel;
    }

    /** What depends on x: minus infinity or NaN where x or alpha is impossible. */
    private static double logKernel(double[] x, int xOffset, double[] alpha, int offset, int size) {
        double kernel = 0;
        for (int i = 0; i < size; i++) {
            double a = alpha[offset + i];
            double v = x[xOffset + i];
            if (!(a >= 0 && v >= 0 && (a > 0 || v == 0))) {
                return Outside.of(a, v);
            }
            if (a > 0 && a != 1) {
                kernel += (a - 1) * Elementary.log(v);
            }
        }
        return kernel;
    }

    private static double logNormaliser(double[] alpha, int offset, int size) {
        double total = 0;
        double sum = 0;
        for (int i = offset; i < offset + size; i++) {
            if (alpha[i] > 0) {
                total += alpha[i];
                sum += GammaFunction.logGamma(alpha[i]);
            }
        }
        return total > 0 ? GammaFunction.logGamma(total) - sum : Double.NEGATIVE_INFINITY;
    }

    /** Adds scale times the derivatives by the components of x, taken as free. */
    public static void addByValue(
            double[] x, int xOffset, double[] alpha, int offset, int size, double scale, double[] g, int gOffset) {
        for (int i = 0; i < size; i++) {
            if (alpha[offset + i] > 0) {
                g[gOffset + i] += scale * (alpha[offset + i] - 1) / x[xOffset + i];
            }
        }
    }

    /** Adds scale times the derivatives by the positive alphas. */
    public static void addByAlpha(
            double[] x, int xOffset, double[] alpha, int offset, int size, double scale, double[] g, int gOffset) {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += alpha[offset + i];
        }
        double common = GammaFunction.digamma(total);
        for (int i = 0; i < size; i++) {
            double a = alpha[offset + i];
            if (a > 0) {
                g[gOffset + i] += scale * (common - GammaFunction.digamma(a) + Elementary.log(x[xOffset + i]));
            }
        }
    }

    /** One draw into x. */
    public static void sample(
            UniformRandomProvider rng, double[] alpha, int offset, int size, double[] x, int xOffset) {
        for (int i = 0; i < size; i++) {
            double a = alpha[offset + i];
            x[xOffset + i] = a > 0 ? Draws.logGamma(rng, a) : Double.NEGATIVE_INFINITY;
        }
        double sum = Exponentials.logSumExp(x, xOffset, xOffset + size);
        for (int i = 0; i < size; i++) {
            x[xOffset + i] = Elementary.exp(x[xOffset + i] - sum);
        }
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        double kernel = logKernel(arguments[0], 0, arguments[1], 0, size);
        return Double.isFinite(kernel) ? kernel + normalisers.of(arguments[1], size) : kernel;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[0]);
        if (bars[0] != null) {
            addByValue(arguments[0], 0, arguments[1], 0, size, scale, bars[0], 0);
        }
        if (bars[1] != null) {
            addByAlpha(arguments[0], 0, arguments[1], 0, size, scale, bars[1], 0);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        sample(rng, arguments[1], 0, Shapes.length(dims[0]), arguments[0], 0);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.vector("the value", dims[0]), Shapes.sameLength("alpha", dims[1], "the value", dims[0]));
    }
}
