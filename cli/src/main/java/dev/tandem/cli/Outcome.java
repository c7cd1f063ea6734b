package dev.tandem.cli;

import dev.tandem.density.Space;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.util.function.ToDoubleFunction;

/**
 * A run with all that is said about it.
 *
 * @param model the name of the model
 * @param space its unknowns
 * @param settings what was asked for
 * @param run what came out
 * @param summary the draws in numbers
 */
record Outcome(String model, Space space, Settings settings, Run run, Summary summary) {
    boolean continuous() {
        return space.dimension() > 0;
    }

    boolean discrete() {
        return space.sites() > 0;
    }

    /** Whether the kernel has a length of trajectories among its tuning. */
    boolean timed() {
        return run.kernel().needsTrajectoryTime();
    }

    boolean hasDraws() {
        return run.draws().drawsPerChain() > 0;
    }

    /** Whether the run ended before all draws were made. */
    boolean stopped() {
        return run.draws().chains() < settings.chains() || run.draws().drawsPerChain() < settings.draws();
    }

    double warmupSeconds() {
        return slowest(ChainReport::warmupSeconds);
    }

    double samplingSeconds() {
        return slowest(ChainReport::samplingSeconds);
    }

    private double slowest(ToDoubleFunction<ChainReport> seconds) {
        return run.chains().stream().mapToDouble(seconds).max().orElse(0);
    }
}
