package dev.tandem.sampling;

/**
 * Where a chain is.
 *
 * @param chain the chain, from 0
 * @param stage the stage of warmup, or "sampling"
 * @param iteration iterations done, warmup included
 * @param total iterations to do, warmup included
 * @param resumedAt iterations that were done before this run took the chain up
 * @param stepSize the step size in use
 * @param divergences divergences since warmup ended, or since the start while it lasts
 * @param acceptance mean acceptance since then
 */
public record Progress(
        int chain,
        String stage,
        int iteration,
        int total,
        int resumedAt,
        double stepSize,
        int divergences,
        double acceptance) {

    /** Hears of progress, from the thread of the chain; it must not dawdle. */
    @FunctionalInterface
    public interface Listener {
        void progressed(Progress progress);
    }
}
