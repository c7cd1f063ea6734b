package dev.tandem.report;

import dev.tandem.density.Roles;
import dev.tandem.draws.Courses;
import dev.tandem.draws.Draws;
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
 */
public record Evidence(
        Optional<Draws> draws,
        Roles roles,
        Courses courses,
        List<ChainState> chains,
        int greatestDepth,
        double fullDepth) {
    /**
     * How one chain fared.
     *
     * @param number counted from 1
     * @param stepSize the step size that it used; NaN where nothing is continuous
     */
    public record ChainState(int number, double stepSize) {}

    public Evidence {
        chains = List.copyOf(chains);
    }

    /** Nothing beyond the summary. */
    public static Evidence none() {
        return new Evidence(Optional.empty(), Roles.PLAIN, Courses.none(), List.of(), 0, 0);
    }
}
