package dev.tandem.sampling;

import dev.tandem.density.Roles;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Course;
import dev.tandem.draws.summary.Courses;
import java.util.List;

/**
 * What has been taken down of a run, finished or not.
 *
 * @param draws the draws of the chains in {@code kept}, cut to a common length
 * @param statistics a {@link Statistic} of each of these draws
 * @param kept the chains that the draws are of, counted from 0
 * @param warmups how each chain warmed up, for all chains
 * @param chains a report from each chain, for all chains
 * @param roles what is to be known about the unknowns, reported or not
 * @param courses what was kept of the log density and of unknowns that are not reported
 */
public record Recorded(
        Draws draws,
        Draws statistics,
        List<Integer> kept,
        List<WarmupHistory> warmups,
        List<ChainReport> chains,
        Roles roles,
        Courses courses) {
    /** What the log density is called among the unknowns. */
    public static final String LOG_DENSITY = "the log density";

    public Recorded {
        kept = List.copyOf(kept);
        warmups = List.copyOf(warmups);
        chains = List.copyOf(chains);
    }

    /** The courses of chains, as {@link Anchor#course} has them, with the names of what they are of. */
    public static Courses courses(List<Course> chains, Roles roles) {
        return Courses.of(chains, element -> element == 0 ? LOG_DENSITY : roles.hiddenName(element - 1));
    }

    /** How far the run has come, by all of its unknowns and the log density. */
    public Convergence convergence() {
        return Convergence.of(draws, courses);
    }
}
