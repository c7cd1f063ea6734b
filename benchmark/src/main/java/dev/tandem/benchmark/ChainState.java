package dev.tandem.benchmark;

import dev.tandem.density.Work;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;

/** One chain of fixed tuning, to be stepped and measured. */
public final class ChainState {
    private final Kernel kernel;
    private final Tuning tuning;
    private final RandomStream random;
    private final Transition outcome = new Transition();

    private ChainState(Kernel kernel, Tuning tuning, RandomStream random) {
        this.kernel = kernel;
        this.tuning = tuning;
        this.random = random;
    }

    /** The default kernel of a method; the event-driven one with b = 2, since b = 1 is the clock. */
    public static ChainState of(Problem problem, KernelFamily.Method method, long seed) {
        KernelFamily family = KernelFamily.of(method);
        return of(problem, method == KernelFamily.Method.EVENT ? family.withExponent(2) : family, seed);
    }

    private static ChainState of(Problem problem, KernelFamily family, long seed) {
        Kernel kernel = family.create(problem.density().cursor());
        return new ChainState(kernel, problem.tuning(family), RandomStream.of(seed, 0));
    }

    /** One iteration; the statistics are overwritten by the next. */
    public Transition step() {
        kernel.step(tuning, random, outcome);
        return outcome;
    }

    public Work work() {
        return kernel.cursor().work();
    }
}
