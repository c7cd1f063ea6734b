package dev.tandem.validation;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Runs a kernel with fixed tuning on a target whose truth is known, and tells how many standard errors each estimate is
 * away from it.
 *
 * <p>Standard errors come from the means of {@value #BATCHES} batches. They assume that a batch is many times longer
 * than the chain remembers; {@link Result#batchCorrelation} lets a test see that it is. Under that assumption and an
 * exact kernel a score follows Student's law with {@value #BATCHES} - 1 degrees of freedom.
 */
public final class Exactness {
    /** Batches per run. */
    public static final int BATCHES = 400;

    private Exactness() {}

    /** One estimate against its truth. */
    public record Score(Expectation expectation, double estimate, double standardError) {
        public double z() {
            return (estimate - expectation.truth()) / standardError;
        }

        /** Bias that would show as one standard error, relative to the truth. */
        public double relativeError() {
            return Math.abs(standardError / expectation.truth());
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: %.6g, truth %.6g, standard error %.2g, z %.2f",
                    expectation.name(),
                    estimate,
                    expectation.truth(),
                    standardError,
                    z());
        }
    }

    /**
     * The scores of one run.
     *
     * @param seed the seed of the run
     * @param iterations iterations that were counted
     * @param acceptance mean acceptance probability
     * @param divergences iterations that diverged
     * @param batchCorrelation the largest correlation, over the expectations, between successive batch means
     * @param scores one score per expectation of the target
     */
    public record Result(
            long seed,
            long iterations,
            double acceptance,
            long divergences,
            double batchCorrelation,
            List<Score> scores) {
        public Result {
            scores = List.copyOf(scores);
        }

        /** The score furthest from 0. */
        public Score worst() {
            Score worst = scores.get(0);
            for (Score score : scores) {
                worst = Math.abs(score.z()) > Math.abs(worst.z()) ? score : worst;
            }
            return worst;
        }

        /** The greatest relative standard error of a second moment; NaN if the target has none. */
        public double precision() {
            return scores.stream()
                    .filter(score -> score.expectation().secondMoment())
                    .mapToDouble(Score::relativeError)
                    .max()
                    .orElse(Double.NaN);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            text.append(String.format(
                    Locale.ROOT,
                    "seed %d, %d iterations, acceptance %.3f, %d divergences, batch correlation %.3f",
                    seed,
                    iterations,
                    acceptance,
                    divergences,
                    batchCorrelation));
            for (Score score : scores) {
                text.append("\n  ").append(score);
            }
            return text.toString();
        }
    }

    /**
     * Runs one chain from where the target's cursors begin; a batch is spent before counting starts.
     *
     * @param target the density and its truth
     * @param kernel makes the kernel for a cursor
     * @param tuning the tuning, the same for all iterations
     * @param batchLength iterations per batch
     * @param seed the seed of the run
     */
    public static Result run(
            Target target, Function<Cursor, Kernel> kernel, Tuning tuning, int batchLength, long seed) {
        Chain chain = new Chain(target, kernel.apply(target.density().cursor()), tuning, seed);
        double[] discarded = new double[target.expectations().size()];
        chain.batch(batchLength, discarded);
        chain.acceptance = 0;
        chain.divergences = 0;
        double[][] means = new double[BATCHES][target.expectations().size()];
        for (double[] batch : means) {
            chain.batch(batchLength, batch);
        }
        List<Score> scores = new ArrayList<>();
        double correlation = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < target.expectations().size(); i++) {
            double[] series = new double[BATCHES];
            for (int batch = 0; batch < BATCHES; batch++) {
                series[batch] = means[batch][i];
            }
            double mean = mean(series);
            double variance = lagged(series, mean, 0) / (BATCHES - 1);
            scores.add(new Score(target.expectations().get(i), mean, Math.sqrt(variance / BATCHES)));
            correlation = Math.max(correlation, lagged(series, mean, 1) / lagged(series, mean, 0));
        }
        long iterations = (long) BATCHES * batchLength;
        return new Result(seed, iterations, chain.acceptance / iterations, chain.divergences, correlation, scores);
    }

    private static double mean(double[] series) {
        double sum = 0;
        for (double value : series) {
            sum += value;
        }
        return sum / series.length;
    }

    private static double lagged(double[] series, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < series.length; i++) {
            sum += (series[i] - mean) * (series[i - lag] - mean);
        }
        return sum;
    }

    /** The chain, and the sums that are taken along it. */
    private static final class Chain {
        private final Kernel kernel;
        private final Tuning tuning;
        private final RandomStream random;
        private final Transition outcome = new Transition();
        private final Expectation.Quantity[] quantities;
        private final int[] x;
        private final double[] q;
        private double acceptance;
        private long divergences;

        Chain(Target target, Kernel kernel, Tuning tuning, long seed) {
            this.kernel = kernel;
            this.tuning = tuning;
            random = RandomStream.of(seed, 0);
            quantities =
                    target.expectations().stream().map(Expectation::quantity).toArray(Expectation.Quantity[]::new);
            x = new int[target.sites()];
            q = new double[target.dimension()];
        }

        void batch(int length, double[] means) {
            for (int i = 0; i < length; i++) {
                kernel.step(tuning, random, outcome);
                acceptance += outcome.acceptance;
                divergences += outcome.divergent ? 1 : 0;
                kernel.cursor().copyValues(x);
                kernel.cursor().copyPosition(q);
                for (int k = 0; k < quantities.length; k++) {
                    means[k] += quantities[k].at(x, q);
                }
            }
            for (int k = 0; k < quantities.length; k++) {
                means[k] /= length;
            }
        }
    }
}
