package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.LogSums;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;

/** What several models gain over each other, and how much weight each should have when they predict together. */
public final class ModelWeights {
    private static final int REPLICATIONS = 1000;
    private static final int MOST_ROUNDS = 200_000;
    private static final double STILL = 1e-12;

    private ModelWeights() {}

    /**
     * The difference in expected log predictive density, with the error of the difference: units that are hard to predict
     * are so for both.
     *
     * @param model the log predictive density of each unit
     * @param reference the same of the model that it is held against
     */
    public static Estimate difference(double[] model, double[] reference) {
        double[] differences = new double[model.length];
        Arrays.setAll(differences, i -> model[i] - reference[i]);
        return Estimate.sum(differences);
    }

    /**
     * Stacking (Yao, Vehtari, Simpson and Gelman 2018): the weights with which a mixture of the models predicts left out
     * units best. The problem is that of the weights of a mixture of known densities, and so is the way to solve it.
     *
     * @param expectations for each model the log predictive density of each unit
     */
    public static double[] stacking(List<double[]> expectations) {
        int models = expectations.size();
        int units = expectations.get(0).length;
        double[][] densities = new double[units][models];
        for (int i = 0; i < units; i++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (double[] expectation : expectations) {
                largest = Math.max(largest, expectation[i]);
            }
            for (int k = 0; k < models; k++) {
                densities[i][k] = Math.exp(expectations.get(k)[i] - largest);
            }
        }
        double[] weights = new double[models];
        Arrays.fill(weights, 1.0 / models);
        double[] next = new double[models];
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Arrays.fill(next, 0);
            for (double[] density : densities) {
                double mixed = 0;
                for (int k = 0; k < models; k++) {
                    mixed += weights[k] * density[k];
                }
                for (int k = 0; k < models; k++) {
                    next[k] += weights[k] * density[k] / mixed;
                }
            }
            double change = 0;
            for (int k = 0; k < models; k++) {
                double weight = next[k] / units;
                change = Math.max(change, Math.abs(weight - weights[k]));
                weights[k] = weight;
            }
            if (change < STILL) {
                break;
            }
        }
        return weights;
    }

    /**
     * Pseudo Bayesian model averaging, with the uncertainty of the expectations taken in by a Bayesian bootstrap of the
     * units.
     *
     * @param expectations for each model the log predictive density of each unit
     * @param uniform random numbers between 0 and 1
     */
    public static double[] pseudoAveraging(List<double[]> expectations, DoubleSupplier uniform) {
        int models = expectations.size();
        int units = expectations.get(0).length;
        double[] mean = new double[models];
        double[] shares = new double[units];
        double[] sums = new double[models];
        for (int r = 0; r < REPLICATIONS; r++) {
            double total = 0;
            for (int i = 0; i < units; i++) {
                shares[i] = -Math.log1p(-uniform.getAsDouble());
                total += shares[i];
            }
            for (int k = 0; k < models; k++) {
                sums[k] = 0;
                for (int i = 0; i < units; i++) {
                    sums[k] += expectations.get(k)[i] * shares[i] / total * units;
                }
            }
            double all = LogSums.of(sums);
            for (int k = 0; k < models; k++) {
                mean[k] += Math.exp(sums[k] - all) / REPLICATIONS;
            }
        }
        return mean;
    }
}
