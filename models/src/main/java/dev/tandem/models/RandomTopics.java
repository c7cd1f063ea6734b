package dev.tandem.models;

import dev.tandem.distributions.special.Elementary;
import java.util.function.DoubleSupplier;

/**
 * A correlated topic model drawn at random.
 *
 * @param mean of the log shares of all topics but one
 * @param covariance of these
 * @param logBeta log probabilities of the terms, one row for each topic
 */
@SuppressWarnings("ArrayRecordComponent")
public record RandomTopics(double[] mean, double[][] covariance, double[][] logBeta) {
    /**
     * Draws one.
     *
     * @param normal standard normal numbers
     * @param correlation how strongly the shares vary together, 0 for not at all
     */
    public static RandomTopics draw(DoubleSupplier normal, int topics, int terms, double correlation) {
        int free = topics - 1;
        double[] mean = new double[free];
        double[][] root = new double[free][free];
        for (int i = 0; i < free; i++) {
            mean[i] = 0.5 * normal.getAsDouble();
            for (int j = 0; j < free; j++) {
                root[i][j] = correlation * normal.getAsDouble() / Math.sqrt(free);
            }
        }
        double[][] covariance = new double[free][free];
        for (int i = 0; i < free; i++) {
            for (int j = 0; j < free; j++) {
                covariance[i][j] = i == j ? 0.5 : 0;
                for (int k = 0; k < free; k++) {
                    covariance[i][j] += root[i][k] * root[j][k];
                }
            }
        }
        double[][] logBeta = new double[topics][terms];
        for (double[] row : logBeta) {
            double total = 0;
            for (int term = 0; term < terms; term++) {
                row[term] = 2 * normal.getAsDouble();
                total += Elementary.exp(row[term]);
            }
            for (int term = 0; term < terms; term++) {
                row[term] -= Elementary.log(total);
            }
        }
        return new RandomTopics(mean, covariance, logBeta);
    }
}
