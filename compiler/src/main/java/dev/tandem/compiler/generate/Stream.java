package dev.tandem.compiler.generate;

import org.apache.commons.rng.UniformRandomProvider;

/** Random numbers that a seed alone determines and that can be begun anew without a new object: SplitMix64. */
final class Stream implements UniformRandomProvider {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    void restart(long seed) {
        state = seed;
    }

    @Override
    public long nextLong() {
        state += GOLDEN_GAMMA;
        long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
