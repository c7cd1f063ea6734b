package dev.tandem.paper.topics;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.paper.algebra.Cholesky;

/**
 * The E step of one document (Blei and Lafferty 2007): the factorised normal N(lambda_k, variance_k) for eta that
 * brings the evidence lower bound nearest to the log evidence.
 *
 * <p>Topic responsibilities and the auxiliary zeta have closed forms and are maximised out, which leaves
 *
 * <p>L = log N-part + sum_n log sum_k exp(lambda_k) beta_k,w(n) - N log sum_k exp(lambda_k + variance_k / 2).
 *
 * <p>It is climbed in turns: responsibilities; lambda by Newton steps at fixed responsibilities; each variance by
 * Newton steps. No turn lowers the bound. An object serves one thread.
 */
final class VariationalInference {
    private static final int NEWTON_STEPS = 20;

    private final int topics;
    private final int free;
    private final double[] mean;
    private final double[][] precision;
    private final double logDeterminant;
    private final double[][] beta;

    private final double[] powers;
    private final double[] expected;
    private final double[] shares;
    private final double[] pull;
    private final double[] gradient;
    private final double[] trial;
    private final double[][] curvature;

    private double wordPart;

    /** {@code beta} are probabilities by term and topic: the topics of one term lie together. */
    VariationalInference(TopicModel model, double[][] beta) {
        topics = model.topics();
        free = topics - 1;
        mean = model.mean();
        precision = Cholesky.inverse(model.covariance());
        logDeterminant = -Cholesky.logDeterminant(model.covariance());
        this.beta = beta;
        powers = new double[topics];
        expected = new double[topics];
        shares = new double[topics];
        pull = new double[free];
        gradient = new double[free];
        trial = new double[free];
        curvature = new double[free][free];
    }

    static double[][] byTerm(TopicModel model) {
        double[][] beta = new double[model.terms()][model.topics()];
        for (int k = 0; k < model.topics(); k++) {
            double[] row = model.logBeta(k);
            for (int term = 0; term < beta.length; term++) {
                beta[term][k] = Elementary.exp(row[term]);
            }
        }
        return beta;
    }

    /**
     * Climbs from the given lambda and variances, which are replaced, until a round gains less than
     * {@code tolerance} of the bound's size. Returns the bound.
     */
    double climb(Corpus.Document document, double[] lambda, double[] variance, int rounds, double tolerance) {
        int words = document.length();
        double bound = Double.NEGATIVE_INFINITY;
        for (int round = 0; round < rounds; round++) {
            attribute(document, lambda, null);
            climbLambda(words, lambda, variance);
            climbVariances(words, lambda, variance);
            attribute(document, lambda, null);
            double before = bound;
            bound = bound(words, lambda, variance);
            if (Math.abs(bound - before) <= tolerance * Math.abs(bound)) {
                break;
            }
        }
        return bound;
    }

    /**
     * Divides each word among the topics at the present lambda: {@code expected} becomes the number of words of each
     * topic, {@code wordPart} the second term of the bound. Adds to {@code totals}, by term and topic, if there are any.
     */
    void attribute(Corpus.Document document, double[] lambda, double[][] totals) {
        double greatest = 0;
        for (int k = 0; k < free; k++) {
            greatest = Math.max(greatest, lambda[k]);
        }
        for (int k = 0; k < topics; k++) {
            powers[k] = Elementary.exp((k < free ? lambda[k] : 0) - greatest);
            expected[k] = 0;
        }
        wordPart = 0;
        for (int i = 0; i < document.terms().length; i++) {
            double[] row = beta[document.terms()[i]];
            int count = document.counts()[i];
            double sum = 0;
            for (int k = 0; k < topics; k++) {
                sum += powers[k] * row[k];
            }
            wordPart += count * (Elementary.log(sum) + greatest);
            double factor = count / sum;
            for (int k = 0; k < topics; k++) {
                expected[k] += factor * powers[k] * row[k];
            }
            if (totals != null) {
                double[] total = totals[document.terms()[i]];
                for (int k = 0; k < topics; k++) {
                    total[k] += factor * powers[k] * row[k];
                }
            }
        }
    }

    /** Newton on the concave -(lambda - mean)' P (lambda - mean) / 2 + expected' lambda - N log zeta(lambda). */
    private void climbLambda(int words, double[] lambda, double[] variance) {
        double value = lambdaPart(words, lambda, variance);
        for (int step = 0; step < NEWTON_STEPS; step++) {
            // lambdaPart has left the shares and the pull of the prior at lambda.
            for (int i = 0; i < free; i++) {
                gradient[i] = expected[i] - words * shares[i] - pull[i];
                for (int j = 0; j <= i; j++) {
                    curvature[i][j] = precision[i][j] - words * shares[i] * shares[j];
                }
                curvature[i][i] += words * shares[i];
            }
            Cholesky.factor(curvature, free);
            double slope = 0;
            System.arraycopy(gradient, 0, trial, 0, free);
            Cholesky.forward(curvature, free, trial);
            for (int i = 0; i < free; i++) {
                slope += trial[i] * trial[i];
            }
            Cholesky.backward(curvature, free, trial);
            if (!(slope > 1e-10)) {
                return;
            }
            System.arraycopy(trial, 0, gradient, 0, free);
            double length = 1;
            double next = Double.NEGATIVE_INFINITY;
            for (int halving = 0; halving < 40; halving++) {
                for (int i = 0; i < free; i++) {
                    trial[i] = lambda[i] + length * gradient[i];
                }
                next = lambdaPart(words, trial, variance);
                if (next >= value + 0.1 * length * slope) {
                    break;
                }
                length /= 2;
            }
            if (!(next > value)) {
                return;
            }
            System.arraycopy(trial, 0, lambda, 0, free);
            value = next;
        }
    }

    private double lambdaPart(int words, double[] lambda, double[] variance) {
        double logZeta = share(lambda, variance);
        double sum = -words * logZeta;
        for (int i = 0; i < free; i++) {
            double along = 0;
            for (int j = 0; j < free; j++) {
                along += precision[i][j] * (lambda[j] - mean[j]);
            }
            pull[i] = along;
            sum += expected[i] * lambda[i] - 0.5 * along * (lambda[i] - mean[i]);
        }
        return sum;
    }

    /** Sets the shares exp(lambda_k + variance_k / 2) / zeta and returns log zeta. */
    private double share(double[] lambda, double[] variance) {
        double greatest = 0;
        for (int k = 0; k < free; k++) {
            greatest = Math.max(greatest, lambda[k] + variance[k] / 2);
        }
        double total = 0;
        for (int k = 0; k < topics; k++) {
            shares[k] = Elementary.exp((k < free ? lambda[k] + variance[k] / 2 : 0) - greatest);
            total += shares[k];
        }
        for (int k = 0; k < topics; k++) {
            shares[k] /= total;
        }
        return greatest + Elementary.log(total);
    }

    /**
     * One coordinate at a time: (log v - P v) / 2 - N log(rest + a exp(v / 2)) is concave in v; its slope falls from
     * plus infinity, so the root is bracketed and found by Newton steps that stay inside the bracket.
     */
    private void climbVariances(int words, double[] lambda, double[] variance) {
        for (int k = 0; k < free; k++) {
            share(lambda, variance);
            double own = shares[k];
            double odds = own / Math.max(1 - own, 1e-300);
            double start = variance[k];
            double low = 0;
            double high = 1 / precision[k][k];
            double v = Math.min(start, high);
            for (int step = 0; step < NEWTON_STEPS; step++) {
                double ratio = odds * Elementary.exp((v - start) / 2);
                double share = ratio == Double.POSITIVE_INFINITY ? 1 : ratio / (1 + ratio);
                double slope = 0.5 / v - 0.5 * precision[k][k] - 0.5 * words * share;
                if (slope > 0) {
                    low = v;
                } else {
                    high = v;
                }
                double bend = -0.5 / (v * v) - 0.25 * words * share * (1 - share);
                double next = v - slope / bend;
                if (!(next > low && next < high)) {
                    next = low + (high - low) / 2;
                }
                boolean done = Math.abs(next - v) <= 1e-9 * v;
                v = next;
                if (done) {
                    break;
                }
            }
            variance[k] = v;
        }
    }

    double bound(int words, double[] lambda, double[] variance) {
        double sum = 0.5 * logDeterminant + wordPart - words * share(lambda, variance);
        for (int i = 0; i < free; i++) {
            double along = 0;
            for (int j = 0; j < free; j++) {
                along += precision[i][j] * (lambda[j] - mean[j]);
            }
            sum += 0.5
                    * (Elementary.log(variance[i]) + 1 - variance[i] * precision[i][i] - along * (lambda[i] - mean[i]));
        }
        return sum;
    }
}
