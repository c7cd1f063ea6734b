package dev.tandem.sampling;

import dev.tandem.density.Space;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Plan;
import java.util.List;
import java.util.Optional;

/**
 * How to sample. The defaults need no choice; each can be changed by its {@code with} method.
 *
 * @param kernel the kernel family; empty to let the density decide
 * @param chains number of independent chains
 * @param warmup iterations of warmup in each chain, at most
 * @param draws draws to keep in each chain; with a stopping rule, those after which it is first asked
 * @param thin iterations per draw kept
 * @param seed the seed that, with the number of a chain, fixes that chain's draws
 * @param threads chains that run at a time, and beyond their number threads that help them with large sums; it has no
 *     influence on the draws
 * @param fixed tuning that was fixed by hand
 * @param starts start points, chain c taking number c modulo their count; empty to search for some
 * @param until when to stop; empty to stop after {@code draws}
 */
public record Settings(
        Optional<KernelFamily> kernel,
        int chains,
        int warmup,
        int draws,
        int thin,
        long seed,
        int threads,
        Fixed fixed,
        List<Start> starts,
        Optional<StoppingRule> until) {

    private static final int ITERATIONS_PER_ANCHOR = 50;

    /** A run in a folder has some files for each; and who needs more chains than this needs longer ones. */
    private static final int MOST_CHAINS = 100_000;

    public Settings {
        atLeast("chains", chains, 1);
        if (chains > MOST_CHAINS) {
            throw new IllegalArgumentException("chains must be at most " + MOST_CHAINS + ", not " + chains);
        }
        atLeast("warmup", warmup, 0);
        atLeast("draws", draws, 1);
        atLeast("thin", thin, 1);
        atLeast("threads", threads, 1);
        long iterations = warmup + (long) draws * thin;
        if (iterations > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    iterations + " iterations in a chain are more than " + Integer.MAX_VALUE);
        }
        starts = List.copyOf(starts);
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
    }

    public static Settings defaults() {
        return new Settings(
                Optional.empty(),
                4,
                1000,
                1000,
                1,
                1,
                Math.max(1, Runtime.getRuntime().availableProcessors()),
                Fixed.nothing(),
                List.of(),
                Optional.empty());
    }

    public Settings withKernel(KernelFamily value) {
        return new Settings(Optional.of(value), chains, warmup, draws, thin, seed, threads, fixed, starts, until);
    }

    public Settings withChains(int value) {
        return new Settings(kernel, value, warmup, draws, thin, seed, threads, fixed, starts, until);
    }

    public Settings withWarmup(int value) {
        return new Settings(kernel, chains, value, draws, thin, seed, threads, fixed, starts, until);
    }

    public Settings withDraws(int value) {
        return new Settings(kernel, chains, warmup, value, thin, seed, threads, fixed, starts, until);
    }

    public Settings withThin(int value) {
        return new Settings(kernel, chains, warmup, draws, value, seed, threads, fixed, starts, until);
    }

    public Settings withSeed(long value) {
        return new Settings(kernel, chains, warmup, draws, thin, value, threads, fixed, starts, until);
    }

    public Settings withThreads(int value) {
        return new Settings(kernel, chains, warmup, draws, thin, seed, value, fixed, starts, until);
    }

    public Settings withFixed(Fixed value) {
        return new Settings(kernel, chains, warmup, draws, thin, seed, threads, value, starts, until);
    }

    public Settings withStarts(List<Start> value) {
        return new Settings(kernel, chains, warmup, draws, thin, seed, threads, fixed, value, until);
    }

    public Settings withUntil(StoppingRule value) {
        return new Settings(kernel, chains, warmup, draws, thin, seed, threads, fixed, starts, Optional.of(value));
    }

    /** The names of the stages of warmup in order. */
    public List<String> stages() {
        return plan().stages();
    }

    /** The rounds of warmup. */
    public Plan plan() {
        return Plan.of(fixed, warmup, chains);
    }

    /**
     * Draws between two {@link Anchor}s. Each costs a gradient more, so there are some iterations from one to the next;
     * few enough that a chain which goes on at the last one has little to do again.
     */
    public int drawsPerAnchor() {
        return Math.max(1, ITERATIONS_PER_ANCHOR / thin);
    }

    /** The kernel asked for, or the default: node M-HMC, and NUTS where nothing is discrete. */
    public KernelFamily kernelFor(Space space) {
        return kernel.orElseGet(
                () -> KernelFamily.of(space.sites() == 0 ? KernelFamily.Method.NUTS : KernelFamily.Method.NODE));
    }
}
