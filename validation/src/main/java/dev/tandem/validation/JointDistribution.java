package dev.tandem.validation;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The joint-distribution test of Geweke (2004). One simulator draws unknowns from the prior and data given them; the
 * other alternates a kernel step on the posterior with new data given the unknowns. If kernel and density are right,
 * both have the same law, and averages of any quantity agree.
 */
public final class JointDistribution {
    private static final int BATCHES = 400;

    private JointDistribution() {}

    /** The difference between the two simulators in one quantity, in standard errors. */
    public record Score(String quantity, double independent, double successive, double z) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s: independent %.4f, successive %.4f, z %.2f", quantity, independent, successive, z);
        }
    }

    /** The size beyond which one of {@code scores} scores is an alarm; all together are falsely so with the given rate. */
    public static double threshold(double falseAlarms, int scores) {
        return Tails.studentThreshold(falseAlarms / scores, BATCHES - 1);
    }

    /**
     * Runs both simulators for {@value #BATCHES} batches each. Standard errors come from batch means, so a batch has to
     * be much longer than the successive simulator remembers.
     */
    public static List<Score> scores(
            GenerativeModel model, KernelFamily family, Tuning tuning, int batchLength, long seed) {
        double[][] independent = new Simulator(model, null, tuning, RandomStream.of(seed, 0)).batches(batchLength);
        double[][] successive = new Simulator(model, family, tuning, RandomStream.of(seed, 1)).batches(batchLength);
        List<Score> scores = new ArrayList<>();
        for (int k = 0; k < model.quantities().size(); k++) {
            double[] one = moments(independent, k);
            double[] other = moments(successive, k);
            double z = (other[0] - one[0]) / Math.sqrt(one[1] + other[1]);
            scores.add(new Score(model.quantities().get(k).name(), one[0], other[0], z));
        }
        return scores;
    }

    /** The mean over the batches and its squared standard error. */
    private static double[] moments(double[][] batches, int k) {
        double sum = 0;
        for (double[] batch : batches) {
            sum += batch[k];
        }
        double mean = sum / BATCHES;
        double squares = 0;
        for (double[] batch : batches) {
            squares += (batch[k] - mean) * (batch[k] - mean);
        }
        return new double[] {mean, squares / (BATCHES - 1) / BATCHES};
    }

    /** Either simulator: the successive one if it has a kernel. */
    private static final class Simulator {
        private final GenerativeModel model;
        private final Optional<Kernel> kernel;
        private final Tuning tuning;
        private final RandomStream random;
        private final Transition outcome = new Transition();
        private final int[] x;
        private final double[] q;
        /** The data that the density is given: new ones are written into it, so that density and kernel are made once. */
        private final double[] data;

        Simulator(GenerativeModel model, KernelFamily family, Tuning tuning, RandomStream random) {
            this.model = model;
            this.tuning = tuning;
            this.random = random;
            Space space = model.density(new double[0]).space();
            x = new int[space.sites()];
            q = new double[space.dimension()];
            model.drawPrior(x, q, random);
            data = model.drawData(x, q, random);
            kernel = Optional.ofNullable(family)
                    .map(known -> known.create(model.density(data).cursor()));
        }

        double[][] batches(int length) {
            double[][] means = new double[BATCHES][model.quantities().size()];
            for (double[] batch : means) {
                for (int i = 0; i < length; i++) {
                    advance();
                    for (int k = 0; k < batch.length; k++) {
                        batch[k] += model.quantities().get(k).function().at(x, q, data) / length;
                    }
                }
            }
            return means;
        }

        private void advance() {
            if (kernel.isEmpty()) {
                model.drawPrior(x, q, random);
            } else {
                Cursor cursor = kernel.get().cursor();
                cursor.moveTo(q);
                cursor.assignAll(x);
                kernel.get().reload();
                kernel.get().step(tuning, random, outcome);
                cursor.copyPosition(q);
                cursor.copyValues(x);
            }
            System.arraycopy(model.drawData(x, q, random), 0, data, 0, data.length);
        }
    }
}
