package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One document of the correlated topic model: eta ~ N(mu, Sigma), z_n ~ Categ(softmax(0, eta)), word n drawn from topic
 * z_n (section 3.3 of the paper). The topics are known; the first topic's eta is fixed at 0.
 *
 * <p>Unknowns: {@code eta[K-1]} and {@code z[N]} in 1, .., K.
 */
public final class TopicDocument implements MixedDensity {
    private static final int VOCABULARY = 200;

    private final Space space;
    private final int topics;
    private final int tokens;
    private final double[] mean;

    /** The inverse of Sigma, row by row. */
    private final double[] precision;

    /** log beta of the words that occur, one row of K per distinct word. */
    private final double[] logBeta;

    /** Where the row of each token's word starts. */
    private final int[] rows;

    /**
     * log beta in units of {@link #quantum}: sums of integers do not depend on the order in which tokens changed, so a
     * resumed chain computes the same bits. The unit is so small that the rounding is that of doubles.
     */
    private final long[] quanta;

    private final double quantum;
    private final double[] priorVariances;

    /**
     * @param mean the K - 1 means of eta
     * @param covariance the covariance of eta
     * @param logBeta log probabilities of the vocabulary's words, one row per topic; minus infinity is allowed
     * @param words the words of the document, numbered from 0
     */
    public TopicDocument(double[] mean, double[][] covariance, double[][] logBeta, int[] words) {
        topics = Require.atLeast("the number of rows of logBeta", logBeta.length, 1);
        tokens = Require.atLeast("the number of words", words.length, 1);
        Require.length("mu", mean.length, topics - 1);
        Require.length("Sigma", covariance.length, topics - 1);
        this.mean = Require.finite("mu", mean);
        double[][] inverse = new PositiveDefinite("Sigma", covariance).inverse();
        priorVariances = IntStream.range(0, topics - 1)
                .mapToDouble(i -> covariance[i][i])
                .toArray();
        precision = new double[(topics - 1) * (topics - 1)];
        for (int i = 0; i < topics - 1; i++) {
            System.arraycopy(inverse[i], 0, precision, i * (topics - 1), topics - 1);
        }
        int vocabulary = logBeta[0].length;
        int[] rowOfWord = new int[vocabulary];
        Arrays.fill(rowOfWord, -1);
        rows = new int[tokens];
        int end = 0;
        for (int n = 0; n < tokens; n++) {
            int word = words[n];
            Require.that(
                    word >= 0 && word < vocabulary,
                    "w[" + (n + 1) + "] is " + word + ", not a word from 0 to " + (vocabulary - 1));
            if (rowOfWord[word] < 0) {
                rowOfWord[word] = end;
                end += topics;
            }
            rows[n] = rowOfWord[word];
        }
        this.logBeta = new double[end];
        for (int k = 0; k < topics; k++) {
            Require.length("logBeta[" + (k + 1) + ",]", logBeta[k].length, vocabulary);
            for (int word = 0; word < vocabulary; word++) {
                if (!(logBeta[k][word] < 1e-6)) {
                    throw new IllegalArgumentException("logBeta[" + (k + 1) + "," + (word + 1) + "] is "
                            + logBeta[k][word] + ", not the log of a probability");
                }
                if (rowOfWord[word] >= 0) {
                    this.logBeta[rowOfWord[word] + k] = logBeta[k][word];
                }
            }
        }
        double greatest = 1;
        for (int row = 0; row < end; row += topics) {
            boolean possible = false;
            for (int i = row; i < row + topics; i++) {
                if (this.logBeta[i] > Double.NEGATIVE_INFINITY) {
                    possible = true;
                    greatest = Math.max(greatest, Math.abs(this.logBeta[i]));
                }
            }
            Require.that(possible, "logBeta: a word of the document has probability 0 in every topic");
        }
        quantum = Math.scalb(1.0, Math.getExponent(greatest * tokens) - 60);
        quanta = new long[end];
        for (int i = 0; i < end; i++) {
            quanta[i] = this.logBeta[i] > Double.NEGATIVE_INFINITY ? Math.round(this.logBeta[i] / quantum) : 0;
        }
        space = Space.builder()
                .real("eta", topics - 1)
                .discrete("z", Support.categories(topics), tokens)
                .build();
    }

    /** A model with topics drawn at random over a vocabulary of 200 words, and a document drawn from it. */
    public static TopicDocument simulated(long seed, int topics, int words) {
        Require.atLeast("topics", topics, 1);
        Require.atLeast("words", words, 1);
        SplittableRandom random = new SplittableRandom(seed);
        int free = topics - 1;
        RandomTopics drawn = RandomTopics.draw(() -> Normal.draw(random), topics, VOCABULARY, 1);
        double[] mean = drawn.mean();
        double[][] logBeta = drawn.logBeta();
        double[][] factor = new PositiveDefinite("Sigma", drawn.covariance()).factor();
        double[] share = new double[topics];
        share[0] = 1;
        double[] normals = new double[free];
        for (int i = 0; i < free; i++) {
            normals[i] = Normal.draw(random);
            double eta = mean[i];
            for (int j = 0; j <= i; j++) {
                eta += factor[i][j] * normals[j];
            }
            share[i + 1] = Elementary.exp(eta);
        }
        double[][] beta = new double[topics][];
        for (int k = 0; k < topics; k++) {
            beta[k] = Arrays.stream(logBeta[k]).map(Elementary::exp).toArray();
        }
        int[] document = new int[words];
        for (int n = 0; n < words; n++) {
            document[n] = draw(random, beta[draw(random, share)]);
        }
        return new TopicDocument(mean, drawn.covariance(), logBeta, document);
    }

    /** An index with probability proportional to its entry. */
    private static int draw(SplittableRandom random, double[] weights) {
        double rest = random.nextDouble() * Arrays.stream(weights).sum();
        int i = 0;
        while (i < weights.length - 1 && rest >= weights[i]) {
            rest -= weights[i++];
        }
        return i;
    }

    /** The density of eta alone, the topic of each word summed out. */
    public MixedDensity marginal() {
        return new SummedDocument(this);
    }

    public int topics() {
        return topics;
    }

    public int tokens() {
        return tokens;
    }

    /** The mean of eta. */
    public double[] mean() {
        return mean.clone();
    }

    /** The prior variances of eta. */
    public double[] priorVariances() {
        return priorVariances.clone();
    }

    /** The inverse of the covariance of eta. */
    public double[][] precision() {
        double[][] matrix = new double[topics - 1][];
        for (int i = 0; i < topics - 1; i++) {
            matrix[i] = Arrays.copyOfRange(precision, i * (topics - 1), (i + 1) * (topics - 1));
        }
        return matrix;
    }

    /** The log probability of a token's word in a topic, tokens counted from 0 and topics from 1. */
    public double logBeta(int token, int topic) {
        return logBeta[rows[token] + topic - 1];
    }

    @Override
    public Space space() {
        return space;
    }

    /** In nanoseconds: a token takes K sums and K exponentials, a gradient K^2 products and K exponentials. */
    @Override
    public double sweepCost() {
        return tokens * (40 + 12.0 * topics) / (30 + 10.0 * topics + (double) topics * topics);
    }

    @Override
    public Cursor cursor() {
        return new DocumentCursor();
    }

    /** Keeps how many tokens each topic has and, until eta moves, all that depends on eta alone. */
    private final class DocumentCursor extends Cursor {
        private final int[] counts = new int[topics];
        private long wordQuanta;
        private int impossibleTokens;

        /** 0 and eta. */
        private final double[] logits = new double[topics];

        private final double[] shares = new double[topics];
        private final double[] pull = new double[topics - 1];
        private double logPrior;
        private double logTotal;
        private boolean known;

        DocumentCursor() {
            super(space);
            counts[0] = tokens;
            for (int n = 0; n < tokens; n++) {
                count(rows[n], 1);
            }
        }

        @Override
        protected double evaluate() {
            if (impossibleTokens > 0) {
                return Double.NEGATIVE_INFINITY;
            }
            refresh();
            double sum = 0;
            for (int k = 1; k < topics; k++) {
                sum += counts[k] * logits[k];
            }
            return logPrior + (sum - tokens * logTotal) + wordQuanta * quantum;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            refresh();
            for (int k = 1; k < topics; k++) {
                gradient[k - 1] = counts[k] - tokens * shares[k] - pull[k - 1];
            }
            return evaluate();
        }

        @Override
        protected void moved() {
            System.arraycopy(q, 0, logits, 1, topics - 1);
            known = false;
        }

        @Override
        protected void assigned(int site, int old) {
            counts[old - 1]--;
            counts[x[site] - 1]++;
            count(rows[site] + old - 1, -1);
            count(rows[site] + x[site] - 1, 1);
        }

        @Override
        protected void weigh(int site, double[] logWeights) {
            int row = rows[site];
            for (int k = 0; k < topics; k++) {
                logWeights[k] = logits[k] + logBeta[row + k];
            }
        }

        @Override
        protected double weigh(int site, int value) {
            return logits[value - 1] + logBeta[rows[site] + value - 1];
        }

        private void count(int entry, int times) {
            wordQuanta += times * quanta[entry];
            if (logBeta[entry] == Double.NEGATIVE_INFINITY) {
                impossibleTokens += times;
            }
        }

        private void refresh() {
            if (known) {
                return;
            }
            double greatest = 0;
            for (int k = 1; k < topics; k++) {
                greatest = Math.max(greatest, logits[k]);
            }
            double total = 0;
            for (int k = 0; k < topics; k++) {
                shares[k] = FastExponential.ofNonPositive(logits[k] - greatest);
                total += shares[k];
            }
            for (int k = 0; k < topics; k++) {
                shares[k] /= total;
            }
            logTotal = greatest + Elementary.log(total);
            int free = topics - 1;
            double square = 0;
            for (int i = 0; i < free; i++) {
                double sum = 0;
                for (int j = 0; j < free; j++) {
                    sum += precision[i * free + j] * (q[j] - mean[j]);
                }
                pull[i] = sum;
                square += sum * (q[i] - mean[i]);
            }
            logPrior = -0.5 * square;
            known = true;
        }
    }
}
