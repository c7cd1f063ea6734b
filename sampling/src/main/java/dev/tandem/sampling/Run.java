package dev.tandem.sampling;

import dev.tandem.density.Roles;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Courses;
import dev.tandem.draws.summary.Summary;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.List;

/**
 * The result of sampling.
 *
 * @param kernel the kernel that was used
 * @param draws the draws of all chains; where a run was stopped, of those that had most
 * @param statistics a {@link Statistic} of each draw, for the same chains and draws
 * @param kept the chains that the draws are of, numbered from 0: all, unless the run was stopped
 * @param warmups how each chain warmed up, for all chains
 * @param chains a report from each chain, for all chains
 * @param roles what is to be known about the unknowns, reported or not
 * @param courses what was kept of the log density and of unknowns that are not reported
 * @param cancelled whether the run was stopped before its end
 */
public record Run(
        KernelFamily kernel,
        Draws draws,
        Draws statistics,
        List<Integer> kept,
        List<WarmupHistory> warmups,
        List<ChainReport> chains,
        Roles roles,
        Courses courses,
        boolean cancelled) {
    public Run {
        kept = List.copyOf(kept);
        warmups = List.copyOf(warmups);
        chains = List.copyOf(chains);
    }

    public Summary summary() {
        return Summary.of(draws);
    }

    /** One statistic of every draw, by chain and draw. */
    public double[][] statistic(Statistic statistic) {
        return statistics.element(statistic.column());
    }

    public int divergences() {
        return chains.stream().mapToInt(ChainReport::divergences).sum();
    }

    /** Time of the slowest chain, warmup included. */
    public double seconds() {
        return chains.stream()
                .mapToDouble(chain -> chain.warmupSeconds() + chain.samplingSeconds())
                .max()
                .orElse(0);
    }
}
