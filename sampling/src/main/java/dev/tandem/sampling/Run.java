package dev.tandem.sampling;

import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.List;

/**
 * The result of sampling.
 *
 * @param kernel the kernel that was used
 * @param draws the draws of all chains
 * @param chains a report from each chain
 * @param cancelled whether the run was stopped before its end
 */
public record Run(KernelFamily kernel, Draws draws, List<ChainReport> chains, boolean cancelled) {
    public Run {
        chains = List.copyOf(chains);
    }

    public Summary summary() {
        return Summary.of(draws);
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
