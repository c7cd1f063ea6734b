package dev.tandem.sampling;

import dev.tandem.draws.Draws;
import java.util.List;

/**
 * What has been taken down of a run, finished or not.
 *
 * @param draws the draws of the chains in {@code kept}, cut to a common length
 * @param statistics a {@link Statistic} of each of these draws
 * @param kept the chains that the draws are of, counted from 0
 * @param warmups how each chain warmed up, for all chains
 * @param chains a report from each chain, for all chains
 */
public record Recorded(
        Draws draws, Draws statistics, List<Integer> kept, List<WarmupHistory> warmups, List<ChainReport> chains) {
    public Recorded {
        kept = List.copyOf(kept);
        warmups = List.copyOf(warmups);
        chains = List.copyOf(chains);
    }
}
