package dev.tandem.inference.outcome;

import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;

/** How much memory what a run keeps will take, from below: nothing that would go well is said to need too much. */
public final class RunMemory {
    /** What a chain takes beside its numbers, at the least: its report, its names of columns, its files. */
    private static final double BYTES_PER_CHAIN = 4_000;

    private RunMemory() {}

    /** The bytes of a run; in a folder, draws and the course of warmup take none. */
    public static double bytes(Space space, Settings settings, boolean inFolder) {
        double perChain = BYTES_PER_CHAIN;
        if (!inFolder) {
            double elements =
                    space.reported().stream().mapToDouble(Variable::size).sum();
            perChain += Double.BYTES
                    * ((elements + Statistic.variables().size()) * settings.draws()
                            + (double) WarmupHistory.Column.variables().size() * settings.warmup());
        }
        return perChain * settings.chains();
    }
}
