package dev.tandem.sampling;

import dev.tandem.density.Space;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes down what the chains of a run do: in memory, or in files from which another run goes on. */
public interface Recorder {
    /** Takes a run down in memory. */
    static Recorder inMemory(Space space, Settings settings) {
        return new MemoryRecorder(space, settings);
    }

    /** The recorder of one chain, counted from 0; used by one thread at a time. */
    ForChain chain(int number);

    /**
     * What has been taken down so far; may be asked by any thread at any time. Chains that are still going may be a few
     * draws ahead of it.
     */
    Recorded recorded();

    /** The last anchor of each chain that was kept, in the order of their numbers; asked while all of them rest. */
    List<Optional<Anchor>> anchors();

    /** Chains have met: what they agreed on has to be kept before any of them goes on. */
    void agreed(Agreement agreement);

    /** What chains agreed on so far, in order; may be asked by any thread at any time. */
    List<Agreement> agreements();

    /** Takes down what one chain does. */
    interface ForChain {
        /**
         * The chain starts, or is taken up again: says where it goes on, if it was taken down before. What it had done
         * beyond that point is dropped, and will be done again.
         */
        Optional<Resumption> begun();

        /** What chains agreed on after so many rounds of warmup, if they have met. */
        Optional<Agreement> agreed(int rounds);

        /** An iteration of warmup, as {@link WarmupHistory.Column} says. The array is used again by the caller. */
        void warmedUp(double[] iteration);

        /** A draw: its {@link Statistic}s and its values. The arrays are used again by the caller. */
        void drew(double[] statistics, double[] values);

        /**
         * From here the chain could go on.
         *
         * @param anchor what it needs for that; finding it costs something, so it is only to be asked for if it is kept
         * @param times what the chain has taken so far
         * @param important whether this anchor should be kept in any case
         */
        void anchored(Supplier<Anchor> anchor, ChainTimes times, boolean important);

        /** The chain rests, at its end or because it was stopped. */
        void ended(Tuning tuning, ChainTimes times);
    }

    /** Where a chain goes on, and what it has taken before. */
    record Resumption(Anchor anchor, ChainTimes times) {}
}
