package dev.tandem.sampling.continuous;

import dev.tandem.distributions.matrix.Cholesky;
import dev.tandem.sampling.random.Randomness;

/** Gaussian momentum with a dense metric: K(p) = p' S p / 2, S an estimate of the covariance of q. */
public final class DenseMetric implements KineticEnergy {
    private final double[][] covariance;
    private final double[] factor;

    private DenseMetric(double[][] covariance, double[] factor) {
        this.covariance = covariance;
        this.factor = factor;
    }

    /** The metric of a symmetric positive definite covariance. */
    public static DenseMetric covariance(double[][] covariance) {
        double[][] copy = new double[covariance.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = covariance[i].clone();
        }
        return new DenseMetric(copy, factor(copy));
    }

    /** The covariance that it was made of. */
    public double[][] covariance() {
        double[][] copy = new double[covariance.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = covariance[i].clone();
        }
        return copy;
    }

    private static double[] factor(double[][] matrix) {
        int size = matrix.length;
        double[] columns = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                columns[i + j * size] = matrix[i][j];
            }
        }
        double[] factor = new double[size * size];
        Cholesky.factor(columns, 0, size, factor);
        for (int i = 0; i < size; i++) {
            double pivot = factor[i + i * size];
            if (!(pivot > 0)) {
                throw new IllegalArgumentException(
                        "the covariance is not positive definite: pivot " + pivot + " at coordinate " + i);
            }
        }
        return factor;
    }

    /** p = L^-T z has covariance (L L')^-1. */
    @Override
    public void refresh(double[] p, Randomness random) {
        for (int i = 0; i < covariance.length; i++) {
            p[i] = random.gaussian();
        }
        Cholesky.solveTransposed(factor, covariance.length, p, 0);
    }

    @Override
    public double energy(double[] p) {
        double sum = 0;
        for (int i = 0; i < covariance.length; i++) {
            sum += p[i] * Products.product(covariance[i], p);
        }
        return 0.5 * sum;
    }

    @Override
    public void velocity(double[] p, double[] velocity) {
        Products.multiply(covariance, p, velocity);
    }

    @Override
    public double energyAndVelocity(double[] p, double[] velocity) {
        return 0.5 * Products.multiply(covariance, p, velocity);
    }

    @Override
    public void drift(double[] q, double[] p, double time) {
        Products.add(covariance, p, time, q);
    }

    @Override
    public String describe() {
        return "dense";
    }
}
