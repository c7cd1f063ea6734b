package dev.tandem.distributions;

import org.apache.commons.rng.UniformRandomProvider;

/** A finite mixture of normals by means, precisions and weights that need not sum to one: {@code dnormmix}. */
public final class NormalMixture {
    private NormalMixture() {}

    /** The log density at x of {@code size} components that start at {@code offset} in each array. */
    public static double logDensity(
            double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (int i = offset; i < offset + size; i++) {
            sum += weight[i] >= 0 ? weight[i] : Double.NaN;
            log = Exponentials.logSumExp(log, component(x, mean, precision, weight, i));
        }
        return sum > 0 ? log - Math.log(sum) : Outside.of(x, sum);
    }

    /** d log density / d x. */
    public static double d0(double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = logSum(x, mean, precision, weight, offset, size);
        double derivative = 0;
        for (int i = offset; i < offset + size; i++) {
            double share = Math.exp(component(x, mean, precision, weight, i) - log);
            derivative += share * Normal.d0(x, mean[i], precision[i]);
        }
        return derivative;
    }

    /** Adds scale times the derivatives by means, precisions and weights to three arrays, from their starts. */
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
            double ratio = Math.exp(Normal.logDensity(x, m, tau) - log);
            double share = scale * ratio * weight[offset + i];
            byMean[i] += share * Normal.d1(x, m, tau);
            byPrecision[i] += share * Normal.d2(x, m, tau);
            byWeight[i] += scale * (ratio - 1 / sum);
        }
    }

    /** One draw. */
    public static double sample(
            UniformRandomProvider rng, double[] mean, double[] precision, double[] weight, int offset, int size) {
        int i = offset + (int) Categorical.sample(rng, weight, offset, size) - 1;
        return Normal.sample(rng, mean[i], precision[i]);
    }

    private static double component(double x, double[] mean, double[] precision, double[] weight, int i) {
        return Math.log(weight[i]) + Normal.logDensity(x, mean[i], precision[i]);
    }

    private static double logSum(double x, double[] mean, double[] precision, double[] weight, int offset, int size) {
        double log = Double.NEGATIVE_INFINITY;
        for (int i = offset; i < offset + size; i++) {
            log = Exponentials.logSumExp(log, component(x, mean, precision, weight, i));
        }
        return log;
    }
}
