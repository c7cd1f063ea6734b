package dev.tandem.sampling.continuous;

import dev.tandem.sampling.random.Randomness;

/** Gaussian momentum with a dense metric: K(p) = p' S p / 2, S an estimate of the covariance of q. */
public final class DenseMetric implements KineticEnergy {
    private final double[][] covariance;
    private final double[][] lower;

    private DenseMetric(double[][] covariance, double[][] lower) {
        this.covariance = covariance;
        this.lower = lower;
    }

    /** The metric of a symmetric positive definite covariance. */
    public static DenseMetric covariance(double[][] covariance) {
        double[][] copy = new double[covariance.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = covariance[i].clone();
        }
        return new DenseMetric(copy, cholesky(copy));
    }

    /** The covariance that it was made of. */
    public double[][] covariance() {
        double[][] copy = new double[covariance.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = covariance[i].clone();
        }
        return copy;
    }

    private static double[][] cholesky(double[][] matrix) {
        double[][] factor = new double[matrix.length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (i != j) {
                    factor[i][j] = sum / factor[j][j];
                } else if (sum > 0) {
                    factor[i][i] = Math.sqrt(sum);
                } else {
                    throw new IllegalArgumentException(
                            "the covariance is not positive definite: pivot " + sum + " at coordinate " + i);
                }
            }
        }
        return factor;
    }

    /** p = L^-T z has covariance (L L')^-1. */
    @Override
    public void refresh(double[] p, Randomness random) {
        for (int i = 0; i < lower.length; i++) {
            p[i] = random.gaussian();
        }
        for (int i = lower.length - 1; i >= 0; i--) {
            double sum = p[i];
            for (int k = i + 1; k < lower.length; k++) {
                sum -= lower[k][i] * p[k];
            }
            p[i] = sum / lower[i][i];
        }
    }

    @Override
    public double energy(double[] p) {
        double sum = 0;
        for (int i = 0; i < covariance.length; i++) {
            sum += p[i] * row(i, p);
        }
        return 0.5 * sum;
    }

    @Override
    public void velocity(double[] p, double[] velocity) {
        for (int i = 0; i < covariance.length; i++) {
            velocity[i] = row(i, p);
        }
    }

    @Override
    public void drift(double[] q, double[] p, double time) {
        for (int i = 0; i < covariance.length; i++) {
            q[i] += time * row(i, p);
        }
    }

    private double row(int i, double[] p) {
        double[] entries = covariance[i];
        double sum = 0;
        for (int j = 0; j < entries.length; j++) {
            sum += entries[j] * p[j];
        }
        return sum;
    }

    @Override
    public String describe() {
        return "dense";
    }
}
