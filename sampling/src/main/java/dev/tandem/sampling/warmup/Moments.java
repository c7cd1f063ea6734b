package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;
import java.util.List;

/** Running mean and covariance of the continuous position (Welford); the covariance only where it was asked for. */
final class Moments {
    private final double[] mean;
    private final double[] squares;
    private final double[][] products;
    private final double[] deviation;
    private int count;

    Moments(int dimension, boolean dense) {
        mean = new double[dimension];
        squares = new double[dimension];
        products = new double[dense ? dimension : 0][dense ? dimension : 0];
        deviation = new double[dimension];
    }

    void observe(double[] values) {
        count++;
        for (int i = 0; i < mean.length; i++) {
            deviation[i] = values[i] - mean[i];
            mean[i] += deviation[i] / count;
        }
        for (int i = 0; i < mean.length; i++) {
            squares[i] += deviation[i] * (values[i] - mean[i]);
        }
        for (int i = 0; i < products.length; i++) {
            double rest = values[i] - mean[i];
            for (int j = 0; j <= i; j++) {
                products[i][j] += rest * deviation[j];
            }
        }
    }

    /** Those of several chains together, each by the deviations from its own mean; empty where none were kept. */
    static Moments together(List<Learned> chains, int dimension) {
        boolean kept = chains.stream().allMatch(chain -> chain.products().length > 0);
        Moments together = new Moments(kept ? dimension : 0, kept);
        for (Learned chain : kept ? chains : List.<Learned>of()) {
            together.count += chain.count();
            int place = 0;
            for (int i = 0; i < dimension; i++) {
                for (int j = 0; j <= i; j++) {
                    together.products[i][j] += chain.products()[place++];
                }
                together.squares[i] = together.products[i][i];
            }
        }
        return together;
    }

    /** The lower triangle of sums of products, row by row; empty if they were not asked for. */
    double[] packed() {
        double[] packed = new double[products.length * (products.length + 1) / 2];
        int place = 0;
        for (int i = 0; i < products.length; i++) {
            for (int j = 0; j <= i; j++) {
                packed[place++] = products[i][j];
            }
        }
        return packed;
    }

    int count() {
        return count;
    }

    /** The sum of squared deviations of a coordinate. */
    double squares(int coordinate) {
        return squares[coordinate];
    }

    /** Variances, drawn a little towards their geometric mean so that few draws give no wild ratios. */
    double[] variances() {
        double common = Elementary.exp(Arrays.stream(squares)
                .map(s -> Elementary.log(Math.max(s / Math.max(1, count - 1), 1e-300)))
                .average()
                .orElse(0));
        double trust = count / (count + 5.0);
        double[] variances = new double[squares.length];
        for (int i = 0; i < variances.length; i++) {
            variances[i] = Math.max(trust * squares[i] / Math.max(1, count - 1) + (1 - trust) * common, 1e-300);
        }
        return variances;
    }

    /** Covariance with correlations shrunk towards zero as their number asks for. */
    double[][] covariance() {
        double[] variances = variances();
        int n = products.length;
        double trust = count / (count + 5.0 + n);
        double[][] covariance = new double[n][n];
        for (int i = 0; i < n; i++) {
            covariance[i][i] = variances[i];
            for (int j = 0; j < i; j++) {
                double correlation = correlation(i, j);
                covariance[i][j] = trust * correlation * Math.sqrt(variances[i] * variances[j]);
                covariance[j][i] = covariance[i][j];
            }
        }
        return covariance;
    }

    /** The largest correlation between two coordinates, in absolute value. */
    double largestCorrelation() {
        double largest = 0;
        for (int i = 0; i < products.length; i++) {
            for (int j = 0; j < i; j++) {
                largest = Math.max(largest, Math.abs(correlation(i, j)));
            }
        }
        return largest;
    }

    private double correlation(int i, int j) {
        double scale = Math.sqrt(squares[i] * squares[j]);
        return scale > 0 ? products[i][j] / scale : 0;
    }
}
