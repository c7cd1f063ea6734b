package dev.tandem.sampling.random;

import dev.tandem.distributions.special.Elementary;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The random stream of one chain, fixed by (seed, chain) alone, so that draws do not depend on threads or machines. Its
 * state can be saved and restored.
 */
public final class RandomStream implements Randomness {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    /** Keeps these streams apart from those of the chains. */
    private static final long OWN_STREAMS = 0x632be59bd9b4e019L;

    private final RestorableUniformRandomProvider source;
    private final SharedStateContinuousSampler gaussian;
    private final SharedStateContinuousSampler exponential;

    private RandomStream(long[] seed) {
        source = RandomSource.L64_X128_MIX.create(seed);
        gaussian = ZigguratSampler.NormalizedGaussian.of(source);
        exponential = ZigguratSampler.Exponential.of(source);
    }

    public static RandomStream of(long seed, int chain) {
        long[] words = new long[4];
        long state = mix(seed) + GOLDEN_GAMMA * (chain + 1L);
        for (int i = 0; i < words.length; i++) {
            state += GOLDEN_GAMMA;
            words[i] = mix(state);
        }
        return new RandomStream(words);
    }

    /** A seed for what belongs to one draw of a chain, whatever was drawn before: streams of their own begin there. */
    public static long seed(long seed, int chain, int draw) {
        return mix(mix(mix(seed ^ OWN_STREAMS) + GOLDEN_GAMMA * (chain + 1L)) + GOLDEN_GAMMA * (draw + 1L));
    }

    /** The finaliser of SplitMix64: nearby seeds give unrelated words. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** The state of the stream, for {@link #restore}. */
    public byte[] save() {
        return ((RandomProviderDefaultState) source.saveState()).getState();
    }

    public void restore(byte[] state) {
        source.restoreState(new RandomProviderDefaultState(state));
    }

    @Override
    public double uniform() {
        return source.nextDouble();
    }

    @Override
    public double gaussian() {
        return gaussian.sample();
    }

    @Override
    public double exponential() {
        return exponential.sample();
    }

    @Override
    public int below(int count) {
        return source.nextInt(count);
    }

    @Override
    public boolean accept(double logProbability) {
        return logProbability >= 0 || source.nextDouble() < Elementary.exp(logProbability);
    }

    @Override
    public int categorical(double[] weights, int count, double total) {
        double rest = source.nextDouble() * total;
        int last = 0;
        for (int i = 0; i < count; i++) {
            rest -= weights[i];
            if (weights[i] > 0) {
                last = i;
                if (rest < 0) {
                    return i;
                }
            }
        }
        return last;
    }
}
