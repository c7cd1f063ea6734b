package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Samples a density: chains side by side on a fixed number of threads, the draws the same whatever that number. */
public final class Sampling {
    private Sampling() {}

    public static Run run(MixedDensity density, Settings settings) {
        return run(density, settings, progress -> {}, new Cancellation());
    }

    /** Runs all chains; when one fails the others are stopped and its error is thrown. */
    public static Run run(
            MixedDensity density, Settings settings, Progress.Listener listener, Cancellation cancellation) {
        return run(density, settings, Recorder.inMemory(density.space(), settings), listener, cancellation);
    }

    /** The same, with the chains taken down by a recorder, and going on where it says that they left off. */
    public static Run run(
            MixedDensity density,
            Settings settings,
            Recorder recorder,
            Progress.Listener listener,
            Cancellation cancellation) {
        Chain.Plan plan = plan(density, settings, listener);
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(settings.threads(), settings.chains()), Sampling::chainThread);
        try {
            return run(
                    plan.family(),
                    settings,
                    recorder,
                    target -> runChains(plan, target, recorder, cancellation, threads));
        } finally {
            threads.shutdown();
        }
    }

    /** The same, with the chains done by an engine, which has them taken down where the recorder finds them. */
    public static Run run(KernelFamily family, Settings settings, Recorder recorder, Engine engine) {
        boolean complete = settings.until().isEmpty()
                ? engine.bringTo(settings.draws())
                : runUntil(settings.until().get(), settings, recorder, engine);
        Recorded recorded = recorder.recorded();
        return new Run(
                family,
                recorded.draws(),
                recorded.statistics(),
                recorded.kept(),
                recorded.warmups(),
                recorded.chains(),
                recorded.roles(),
                recorded.courses(),
                !complete);
    }

    /**
     * Runs one chain of a run in this thread, for engines that do the others elsewhere.
     *
     * @param number the chain, counted from 0
     * @param target draws to have in the end
     * @return whether it has them; not if it was cancelled before
     */
    public static boolean runChain(
            MixedDensity density,
            Settings settings,
            int number,
            int target,
            Recorder.ForChain recorder,
            Progress.Listener listener,
            BooleanSupplier cancelled) {
        return new Chain(plan(density, settings, listener), number, target, recorder, cancelled).run();
    }

    private static Chain.Plan plan(MixedDensity density, Settings settings, Progress.Listener listener) {
        KernelFamily family = settings.kernelFor(density.space());
        family.check(density.space()).ifPresent(reason -> {
            throw new SamplingException(reason);
        });
        return new Chain.Plan(density, family, settings, listener);
    }

    /** Rounds, after each of which all chains are looked at together. Returns false if it was cancelled before the end. */
    private static boolean runUntil(StoppingRule rule, Settings settings, Recorder recorder, Engine engine) {
        // A chain that is beyond a look was sent on by it.
        int target = StoppingRule.look(settings, mostDraws(recorder.recorded()));
        while (true) {
            if (!engine.bringTo(target)) {
                return false;
            }
            int next = StoppingRule.look(settings, target + 1);
            if (next == target || rule.satisfiedBy(recorder.recorded())) {
                return true;
            }
            target = next;
        }
    }

    private static int mostDraws(Recorded recorded) {
        return recorded.chains().stream().mapToInt(ChainReport::draws).max().orElse(0);
    }

    /** Brings all chains to a number of draws. Returns false if one was cancelled before. */
    private static boolean runChains(
            Chain.Plan plan, int target, Recorder recorder, Cancellation cancellation, ExecutorService threads) {
        Cancellation stop = new Cancellation();
        try {
            List<Future<Boolean>> pending = new ArrayList<>();
            for (int number = 0; number < plan.settings().chains(); number++) {
                Chain chain = new Chain(
                        plan,
                        number,
                        target,
                        recorder.chain(number),
                        () -> stop.cancelled() || cancellation.cancelled());
                pending.add(threads.submit(() -> runOrStopAll(chain, stop)));
            }
            boolean complete = true;
            for (Future<Boolean> chain : pending) {
                complete &= await(chain);
            }
            return complete;
        } finally {
            stop.cancel();
        }
    }

    private static Thread chainThread(Runnable work) {
        Thread thread = new Thread(work, "chain");
        thread.setDaemon(true);
        return thread;
    }

    private static boolean runOrStopAll(Chain chain, Cancellation stop) {
        try {
            return chain.run();
        } catch (RuntimeException | Error e) {
            stop.cancel();
            throw e;
        }
    }

    private static boolean await(Future<Boolean> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SamplingException || e.getCause() instanceof RecordingException) {
                throw (RuntimeException) e.getCause();
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw (OutOfMemoryError) e.getCause();
            }
            throw new SamplingException("a chain failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SamplingException("interrupted while sampling", e);
        }
    }
}
