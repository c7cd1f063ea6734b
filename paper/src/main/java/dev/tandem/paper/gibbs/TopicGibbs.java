package dev.tandem.paper.gibbs;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.TopicDocument;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Transition;
import java.util.Arrays;

/**
 * Gibbs sampling of one document of the correlated topic model: every token's topic given eta, then every coordinate of
 * eta given a Polya-Gamma variable (Chen, Zhu, Wang, Zheng and Zhang 2013).
 *
 * <p>Given the other coordinates, eta_k meets the counts through a binomial likelihood with log odds eta_k - log sum of
 * the other exp(eta_j); its Polya-Gamma variable belongs to those odds and has to be drawn anew after any other
 * coordinate has moved. The paper's program draws all of them before the first coordinate moves, which is no Gibbs
 * sampler any more: {@link Order#STALE} does the same, to be compared with only.
 */
public final class TopicGibbs extends AugmentedGibbs {
    /** When the Polya-Gamma variables are drawn. */
    public enum Order {
        /** Each right before its coordinate: exact. */
        FRESH,
        /** All before the first coordinate, as the paper's program does: biased. */
        STALE
    }

    /** Below this total some of what was added up may have been lost. */
    private static final double LEAST = 1e-280;

    private final Order order;
    private final int topics;
    private final int tokens;
    private final double[] mean;
    private final double[][] precision;
    private final double[] eta;
    /** The probability of each token's word in each topic, in units of the greatest, so that topics need no exponentials. */
    private final double[] likelihood;
    /** exp(eta), in units of the greatest. */
    private final double[] odds;

    private final double[] weights;
    private final int[] counts;
    private final double[] augmented;
    private final int[] coordinates;

    public TopicGibbs(TopicDocument document, Order order) {
        super(document.cursor());
        this.order = order;
        topics = document.topics();
        tokens = document.tokens();
        mean = document.mean();
        precision = document.precision();
        eta = new double[topics - 1];
        odds = new double[topics];
        likelihood = likelihood(document);
        weights = new double[topics];
        counts = new int[topics];
        augmented = new double[topics - 1];
        coordinates = new int[topics - 1];
        for (int k = 0; k < topics - 1; k++) {
            coordinates[k] = k;
        }
    }

    private static double[] likelihood(TopicDocument document) {
        int topics = document.topics();
        double[] table = new double[document.tokens() * topics];
        for (int n = 0; n < document.tokens(); n++) {
            double greatest = Double.NEGATIVE_INFINITY;
            for (int k = 1; k <= topics; k++) {
                greatest = Math.max(greatest, document.logBeta(n, k));
            }
            for (int k = 1; k <= topics; k++) {
                table[n * topics + k - 1] = Elementary.exp(document.logBeta(n, k) - greatest);
            }
        }
        return table;
    }

    @Override
    void draw(Randomness random, PolyaGamma polyaGamma, Transition outcome) {
        outcome.visits = tokens;
        outcome.changes = drawTopics(random);
        drawEta(random, polyaGamma);
    }

    private int drawTopics(Randomness random) {
        Arrays.fill(counts, 0);
        cursor.copyPosition(eta);
        double greatest = 0;
        for (int k = 0; k < topics - 1; k++) {
            greatest = Math.max(greatest, eta[k]);
        }
        odds[0] = Elementary.exp(-greatest);
        for (int k = 1; k < topics; k++) {
            odds[k] = Elementary.exp(eta[k - 1] - greatest);
        }
        int changes = 0;
        for (int n = 0; n < tokens; n++) {
            double total = 0;
            for (int k = 0; k < topics; k++) {
                weights[k] = odds[k] * likelihood[n * topics + k];
                total += weights[k];
            }
            int topic = random.categorical(weights, topics, total > LEAST ? total : weigh(n));
            if (cursor.value(n) != topic + 1) {
                cursor.assign(n, topic + 1);
                changes++;
            }
            counts[topic]++;
        }
        return changes;
    }

    /** The weights of a token's topics by their logarithms, where products of probabilities vanish; returns their sum. */
    private double weigh(int token) {
        cursor.conditional(token, weights);
        double greatest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < topics; k++) {
            greatest = Math.max(greatest, weights[k]);
        }
        double total = 0;
        for (int k = 0; k < topics; k++) {
            weights[k] = Elementary.exp(weights[k] - greatest);
            total += weights[k];
        }
        return total;
    }

    private void drawEta(Randomness random, PolyaGamma polyaGamma) {
        if (order == Order.STALE) {
            for (int k = 0; k < topics - 1; k++) {
                augmented[k] = polyaGamma.draw(tokens, eta[k] - logOthers(k));
            }
        }
        random.shuffle(coordinates, topics - 1);
        for (int k : coordinates) {
            double others = logOthers(k);
            if (order == Order.FRESH) {
                augmented[k] = polyaGamma.draw(tokens, eta[k] - others);
            }
            double pull = 0;
            for (int j = 0; j < topics - 1; j++) {
                pull += j == k ? 0 : precision[k][j] * (eta[j] - mean[j]);
            }
            double variance = 1 / (precision[k][k] + augmented[k]);
            double centre = variance
                    * (precision[k][k] * mean[k] - pull + counts[k + 1] - 0.5 * tokens + augmented[k] * others);
            eta[k] = centre + Math.sqrt(variance) * random.gaussian();
        }
        cursor.moveTo(eta);
    }

    /** The log of the sum of exp(eta_j) over all topics but one, the first topic's eta being 0. */
    private double logOthers(int excluded) {
        double greatest = 0;
        for (int j = 0; j < topics - 1; j++) {
            greatest = j == excluded ? greatest : Math.max(greatest, eta[j]);
        }
        double total = Elementary.exp(-greatest);
        for (int j = 0; j < topics - 1; j++) {
            total += j == excluded ? 0 : Elementary.exp(eta[j] - greatest);
        }
        return greatest + Elementary.log(total);
    }
}
