package dev.tandem.paper.topics;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.RandomStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fits a correlated topic model to a corpus by variational EM (Blei and Lafferty 2007).
 *
 * @param topics the number of topics
 * @param seed the seed of the first guess at the topics
 * @param iterations EM iterations at most
 * @param tolerance EM ends when an iteration gains less than this part of the bound
 * @param rounds rounds of the E step of one document at most
 * @param roundTolerance a document's E step ends when a round gains less than this part of its bound
 * @param threads documents are divided among so many threads; the result does not depend on it
 */
public record TopicTraining(
        int topics, long seed, int iterations, double tolerance, int rounds, double roundTolerance, int threads) {
    /** Documents go to threads in so many parts, added up in order, so that rounding is the same for any threads. */
    private static final int PARTS = 16;

    /** A term that a topic has not met keeps this log probability: below anything that counts, but no infinity. */
    private static final double FLOOR = -100;

    private static final double FIRST_VARIANCE = 1;

    public TopicTraining {
        if (topics < 2) {
            throw new IllegalArgumentException("a topic model needs at least 2 topics, not " + topics);
        }
        if (iterations < 1 || rounds < 1 || threads < 1) {
            throw new IllegalArgumentException("iterations, rounds and threads must be at least 1");
        }
    }

    public static TopicTraining of(int topics, long seed, int threads) {
        return new TopicTraining(topics, seed, 500, 1e-5, 50, 1e-7, threads);
    }

    /** Hears of the bound after each iteration. */
    @FunctionalInterface
    public interface Listener {
        void iterated(int iteration, double bound);
    }

    /**
     * A fitted model.
     *
     * @param model the model
     * @param bounds the bound of the corpus before each iteration; the last is the model's
     * @param lambda the means of eta for each document
     * @param variance the variances of eta for each document
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Result(TopicModel model, double[] bounds, double[][] lambda, double[][] variance) {
        public double bound() {
            return bounds[bounds.length - 1];
        }

        /** Writes the files of ctm-c: the model, the documents' lambda and nu, and the bound by iteration. */
        public void write(Path folder) {
            StringBuilder likelihood = new StringBuilder();
            for (int i = 0; i < bounds.length; i++) {
                double change = i == 0 ? Double.NaN : (bounds[i - 1] - bounds[i]) / bounds[i - 1];
                likelihood
                        .append(i)
                        .append(' ')
                        .append(bounds[i])
                        .append(' ')
                        .append(change)
                        .append('\n');
            }
            TextFiles.write(folder.resolve("likelihood.dat"), likelihood);
            TextFiles.write(folder.resolve("final-lambda.dat"), TopicModel.matrix(withLast(lambda)));
            TextFiles.write(folder.resolve("final-nu.dat"), TopicModel.matrix(withLast(variance)));
            model.write(folder);
        }

        /** The last topic's coordinate is 0 in every document. */
        private static double[][] withLast(double[][] rows) {
            return Arrays.stream(rows)
                    .map(row -> Arrays.copyOf(row, row.length + 1))
                    .toArray(double[][]::new);
        }
    }

    /** Fits from a first guess: each topic begins as one document of the corpus, smoothed. */
    public Result fit(Corpus corpus, Listener listener) {
        if (topics > corpus.terms()) {
            throw new BadInput(topics + " topics are more than the " + corpus.terms() + " terms of the vocabulary");
        }
        return fit(corpus, firstGuess(corpus), listener);
    }

    /** Fits from a given model. */
    public Result fit(Corpus corpus, TopicModel start, Listener listener) {
        int count = corpus.documents().size();
        double[][] lambda = new double[count][start.topics() - 1];
        double[][] variance = new double[count][start.topics() - 1];
        for (int d = 0; d < count; d++) {
            lambda[d] = start.mean();
            Arrays.fill(variance[d], FIRST_VARIANCE);
        }
        List<Double> bounds = new ArrayList<>();
        TopicModel model = start;
        ExecutorService pool = Executors.newFixedThreadPool(threads, TopicTraining::thread);
        try {
            for (int iteration = 0; ; iteration++) {
                Statistics statistics = expectation(corpus, model, lambda, variance, pool);
                bounds.add(statistics.bound);
                listener.iterated(iteration, statistics.bound);
                double before = iteration == 0 ? Double.NEGATIVE_INFINITY : bounds.get(iteration - 1);
                if (iteration == iterations || statistics.bound - before <= tolerance * Math.abs(statistics.bound)) {
                    double[] trace =
                            bounds.stream().mapToDouble(Double::doubleValue).toArray();
                    return new Result(model, trace, lambda, variance);
                }
                model = maximise(statistics, count);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** The bound of a corpus under a model, every document's E step done. */
    public double bound(Corpus corpus, TopicModel model) {
        return new TopicTraining(topics, seed, 1, Double.POSITIVE_INFINITY, 500, 1e-9, threads)
                .fit(corpus, model, (iteration, bound) -> {})
                .bounds()[0];
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "training");
        thread.setDaemon(true);
        return thread;
    }

    private TopicModel firstGuess(Corpus corpus) {
        RandomStream random = RandomStream.of(seed, 0);
        double[][] logBeta = new double[topics][corpus.terms()];
        for (double[] row : logBeta) {
            Corpus.Document document =
                    corpus.documents().get(random.below(corpus.documents().size()));
            double total = 0;
            for (int term = 0; term < row.length; term++) {
                row[term] = 1 + random.uniform();
            }
            for (int i = 0; i < document.terms().length; i++) {
                row[document.terms()[i]] += document.counts()[i];
            }
            for (double weight : row) {
                total += weight;
            }
            for (int term = 0; term < row.length; term++) {
                row[term] = Elementary.log(row[term] / total);
            }
        }
        double[][] covariance = new double[topics - 1][topics - 1];
        for (int i = 0; i < topics - 1; i++) {
            covariance[i][i] = 1;
        }
        return new TopicModel(new double[topics - 1], covariance, logBeta);
    }

    /** What the M step needs to know. */
    private static final class Statistics {
        double bound;
        final double[] sum;
        final double[][] squares;
        final double[][] words;

        Statistics(int topics, int terms) {
            sum = new double[topics - 1];
            squares = new double[topics - 1][topics - 1];
            words = new double[terms][topics];
        }

        void add(Statistics other) {
            bound += other.bound;
            for (int i = 0; i < sum.length; i++) {
                sum[i] += other.sum[i];
                for (int j = 0; j < sum.length; j++) {
                    squares[i][j] += other.squares[i][j];
                }
            }
            for (int term = 0; term < words.length; term++) {
                for (int k = 0; k < words[term].length; k++) {
                    words[term][k] += other.words[term][k];
                }
            }
        }
    }

    private Statistics expectation(
            Corpus corpus, TopicModel model, double[][] lambda, double[][] variance, ExecutorService pool) {
        double[][] beta = VariationalInference.byTerm(model);
        int count = corpus.documents().size();
        List<Future<Statistics>> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            int from = (int) ((long) part * count / PARTS);
            int to = (int) ((part + 1L) * count / PARTS);
            parts.add(pool.submit(() -> {
                VariationalInference inference = new VariationalInference(model, beta);
                Statistics statistics = new Statistics(model.topics(), model.terms());
                for (int d = from; d < to; d++) {
                    Corpus.Document document = corpus.documents().get(d);
                    statistics.bound += inference.climb(document, lambda[d], variance[d], rounds, roundTolerance);
                    inference.attribute(document, lambda[d], statistics.words);
                    gather(statistics, lambda[d], variance[d]);
                }
                return statistics;
            }));
        }
        Statistics total = new Statistics(model.topics(), model.terms());
        for (Future<Statistics> part : parts) {
            total.add(await(part));
        }
        return total;
    }

    private static void gather(Statistics statistics, double[] lambda, double[] variance) {
        for (int i = 0; i < lambda.length; i++) {
            statistics.sum[i] += lambda[i];
            for (int j = 0; j < lambda.length; j++) {
                statistics.squares[i][j] += lambda[i] * lambda[j];
            }
            statistics.squares[i][i] += variance[i];
        }
    }

    private static Statistics await(Future<Statistics> part) {
        try {
            return part.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a document's E step failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while training", e);
        }
    }

    private static TopicModel maximise(Statistics statistics, int documents) {
        int free = statistics.sum.length;
        double[] mean =
                Arrays.stream(statistics.sum).map(sum -> sum / documents).toArray();
        double[][] covariance = new double[free][free];
        for (int i = 0; i < free; i++) {
            for (int j = 0; j < free; j++) {
                covariance[i][j] = statistics.squares[i][j] / documents - mean[i] * mean[j];
            }
        }
        int terms = statistics.words.length;
        double[][] logBeta = new double[free + 1][terms];
        for (int k = 0; k <= free; k++) {
            double total = 0;
            for (int term = 0; term < terms; term++) {
                total += statistics.words[term][k];
            }
            for (int term = 0; term < terms; term++) {
                logBeta[k][term] = Math.max(FLOOR, Elementary.log(statistics.words[term][k] / total));
            }
        }
        return new TopicModel(mean, covariance, logBeta);
    }
}
