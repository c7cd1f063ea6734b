package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** A finite mixture of normals by means, precisions and weights that need not sum to one: {@code dnormmix}. */
public final class NormalMixture implements ArrayDistribution {
    public NormalMixture() {}

    /** The log density at x of {@code size} components that start at {@code offset} in each array. */
    public static double logDensity(
            double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (int i = offset; i < offset + size; i++) {
            sum += weight[i] >= 0 && precision[i] > 0 ? weight[i] : Double.NaN;
            log = Exponentials.logSumExp(log, component(x, mean, precision, weight, i));
        }
        return sum > 0 ? log - Elementary.log(sum) : Outside.of(x, sum);
    }

    /** d log density / d x. */
    public static double d0(double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = logSum(x, mean, precision, weight, offset, size);
        double derivative = 0;
        for (int i = offset; i < offset + size; i++) {
            double share = Elementary.exp(component(x, mean, precision, weight, i) - log);
            derivative += share * Normal.d0(x, mean[i], precision[i]);
        }
        return derivative;
    }

    /** Adds scale times the derivatives by means, precisions and weights to those of three arrays that are not null. */
    public static void addByParameters(
            double x,
            double[] mean,
            double[] precision,
            double[] weight,
            int offset,
            int size,
            double scale,
            double[] byMean,
            double[] byPrecision,
            double[] byWeight) {
        double log = logSum(x, mean, precision, weight, offset, size);
        double sum = 0;
        for (int i = offset; i < offset + size; i++) {
            sum += weight[i];
        }
        for (int i = 0; i < size; i++) {
            double m = mean[offset + i];
            double tau = precision[offset + i];
            double ratio = Elementary.exp(Normal.logDensity(x, m, tau) - log);
            double share = scale * ratio * weight[offset + i];
            if (byMean != null) {
                byMean[i] += share * Normal.d1(x, m, tau);
            }
            if (byPrecision != null) {
                byPrecision[i] += share * Normal.d2(x, m, tau);
            }
            if (byWeight != null) {
                byWeight[i] += scale * (ratio - 1 / sum);
            }
        }
    }

    /** One draw. */
    public static double sample(
            UniformRandomProvider rng, double[] mean, double[] precision, double[] weight, int offset, int size) {
        int i = offset + (int) Categorical.sample(rng, weight, offset, size) - 1;
        return Normal.sample(rng, mean[i], precision[i]);
    }

    private static double component(double x, double[] mean, double[] precision, double[] weight, int i) {
        return Elementary.log(weight[i]) + Normal.logDensity(x, mean[i], precision[i]);
    }

    private static double logSum(double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = Double.NEGATIVE_INFINITY;
        for (int i = offset; i < offset + size; i++) {
            log = Exponentials.logSumExp(log, component(x, mean, precision, weight, i));
        }
        return log;
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(arguments[0][0], arguments[1], arguments[2], arguments[3], 0, Shapes.length(dims[1]));
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[1]);
        double x = arguments[0][0];
        if (bars[0] != null) {
            bars[0][0] += scale * d0(x, arguments[1], arguments[2], arguments[3], 0, size);
        }
        addByParameters(x, arguments[1], arguments[2], arguments[3], 0, size, scale, bars[1], bars[2], bars[3]);
    }

    @Override
    public boolean differentiable(int argument) {
        return true;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        arguments[0][0] = sample(rng, arguments[1], arguments[2], arguments[3], 0, Shapes.length(dims[1]));
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.scalar("the value", dims[0]),
                Shapes.vector("the array of means", dims[1]),
                Shapes.sameLength("the array of precisions", dims[2], "that of means", dims[1]),
                Shapes.sameLength("the array of weights", dims[3], "that of means", dims[1]));
    }
}
