package dev.tandem.sampling;

import dev.tandem.draws.summary.Course;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Learned;

/**
 * A point of a chain from which it goes on, bit for bit, whether it was stopped there or not.
 *
 * <p>Caches of a cursor carry rounding errors that depend on the way it went. So at points that the settings alone fix,
 * between rounds of warmup and every few draws, a chain forgets all but what is here.
 *
 * @param rounds rounds of warmup that are done
 * @param drawn draws that are made
 * @param q the continuous coordinates
 * @param x the values of the sites
 * @param tuning the tuning in use
 * @param random the state of the random stream
 * @param tally what has been counted for {@link Progress}
 * @param course what is kept of the log density and of unknowns that are not reported
 * @param learned what was learned in the last round of warmup, if the anchor is at its end
 */
@SuppressWarnings("ArrayRecordComponent")
public record Anchor(
        int rounds,
        int drawn,
        double[] q,
        int[] x,
        Tuning tuning,
        byte[] random,
        Tally tally,
        Course course,
        Learned learned) {
    /**
     * Counts since warmup ended, or since the start while it lasts.
     *
     * @param iteration iterations done, warmup included
     * @param counted iterations since
     * @param divergences those that diverged
     * @param acceptanceSum the sum of their acceptance probabilities
     * @param restarts how often the chain was started again, since it got nowhere
     */
    public record Tally(int iteration, int counted, int divergences, double acceptanceSum, int restarts) {}
}
