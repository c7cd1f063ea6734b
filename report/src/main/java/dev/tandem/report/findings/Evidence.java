package dev.tandem.report.findings;

import dev.tandem.density.Roles;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Courses;
import java.util.List;
import java.util.Optional;

/**
 * What a run tells beyond the summary of its draws.
 *
 * @param draws the draws themselves; empty if they are not at hand
 * @param roles which unknowns are proved to have one value, or are computed, or not reported
 * @param courses the log density first, then the unknowns that are not reported; of the same chains as the draws
 * @param chains how the chains fared that the draws are of
 * @param greatestDepth the depth at which trees stop growing; 0 for kernels without trees
 * @param fullDepth the share of draws whose tree stopped there
 * @param lock two unknowns that hold each other fast, if such were found
 * @param divergent how many iterations of each draw diverged, by chain and draw; empty if that is not known
 */
@SuppressWarnings("ArrayRecordComponent")
public record Evidence(
        Optional<Draws> draws,
        Roles roles,
        Courses courses,
        List<ChainState> chains,
        int greatestDepth,
        double fullDepth,
        Optional<Lock> lock,
        double[][] divergent) {
    /**
     * How one chain fared.
     *
     * @param number counted from 1
     * @param stepSize the step size that it used; NaN where nothing is continuous
     */
    public record ChainState(int number, double stepSize) {}

    /**
     * Two unknowns that never changed, although the model is possible with other values of both: a step of one of them
     * alone does not lead there.
     *
     * @param here the log density where the chains stand
     * @param there the log density with the other values
     */
    public record Lock(String first, long firstThere, String second, long secondThere, double here, double there) {}

    public Evidence {
        chains = List.copyOf(chains);
    }

    /** Nothing beyond the summary. */
    public static Evidence none() {
        return new Evidence(
                Optional.empty(), Roles.PLAIN, Courses.none(), List.of(), 0, 0, Optional.empty(), new double[0][]);
    }
}
