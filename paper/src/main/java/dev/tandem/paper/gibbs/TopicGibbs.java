package dev.tandem.paper.gibbs;

import dev.tandem.density.Cursor;
import dev.tandem.models.TopicDocument;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
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
public final class TopicGibbs implements Kernel {
    /** When the Polya-Gamma variables are drawn. */
    public enum Order {
        /** Each right before its coordinate: exact. */
        FRESH,
        /** All before the first coordinate, as the paper's program does: biased. */
        STALE
    }

    private final Cursor cursor;
    private final Order order;
    private final int topics;
    private final int tokens;
    private final double[] mean;
    private final double[][] precision;
    private final double[] eta;
    private final double[] weights;
    private final int[] counts;
    private final double[] augmented;
    private final int[] coordinates;

    private PolyaGamma polyaGamma;
    private Randomness polyaGammaSource;

    public TopicGibbs(TopicDocument document, Order order) {
        this.order = order;
        cursor = document.cursor();
        topics = document.topics();
        tokens = document.tokens();
        mean = document.mean();
        precision = document.precision();
        eta = new double[topics - 1];
        weights = new double[topics];
        counts = new int[topics];
        augmented = new double[topics - 1];
        coordinates = new int[topics - 1];
        for (int k = 0; k < topics - 1; k++) {
            coordinates[k] = k;
        }
    }

    @Override
    public void step(Tuning tuning, Randomness random, Transition outcome) {
        if (polyaGammaSource != random) {
            polyaGamma = new PolyaGamma(random);
            polyaGammaSource = random;
        }
        int changes = drawTopics(random);
        drawEta(random);
        outcome.acceptance = 1;
        outcome.accepted = true;
        outcome.divergent = false;
        outcome.energy = Double.NaN;
        outcome.visits = tokens;
        outcome.changes = changes;
    }

    private int drawTopics(Randomness random) {
        Arrays.fill(counts, 0);
        int changes = 0;
        for (int n = 0; n < tokens; n++) {
            cursor.conditional(n, weights);
            double greatest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < topics; k++) {
                greatest = Math.max(greatest, weights[k]);
            }
            double total = 0;
            for (int k = 0; k < topics; k++) {
                weights[k] = Math.exp(weights[k] - greatest);
                total += weights[k];
            }
            int topic = random.categorical(weights, topics, total);
            changes += cursor.value(n) == topic + 1 ? 0 : 1;
            cursor.assign(n, topic + 1);
            counts[topic]++;
        }
        return changes;
    }

    private void drawEta(Randomness random) {
        cursor.copyPosition(eta);
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
        double total = Math.exp(-greatest);
        for (int j = 0; j < topics - 1; j++) {
            total += j == excluded ? 0 : Math.exp(eta[j] - greatest);
        }
        return greatest + Math.log(total);
    }

    @Override
    public Cursor cursor() {
        return cursor;
    }

    @Override
    public void reload() {
        // Everything is read from the cursor at each step.
    }

    @Override
    public void anchor() {
        double[] position = new double[cursor.space().dimension()];
        cursor.copyPosition(position);
        cursor.moveTo(position);
    }
}
