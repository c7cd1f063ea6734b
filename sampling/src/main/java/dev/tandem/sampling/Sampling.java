package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
        KernelFamily family = settings.kernelFor(density.space());
        family.check(density.space()).ifPresent(reason -> {
            throw new SamplingException(reason);
        });
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(settings.threads(), settings.chains()), Sampling::chainThread);
        try {
            Chain.Plan plan = new Chain.Plan(density, family, settings, listener);
            boolean complete = settings.until().isEmpty()
                    ? runChains(plan, settings.draws(), recorder, cancellation, threads)
                    : runUntil(settings.until().get(), plan, recorder, cancellation, threads);
            Recorded recorded = recorder.recorded();
            return new Run(
                    family,
                    recorded.draws(),
                    recorded.statistics(),
                    recorded.kept(),
                    recorded.warmups(),
                    recorded.chains(),
                    !complete);
        } finally {
            threads.shutdown();
        }
    }

    /** Rounds, after each of which all chains are looked at together. Returns false if it was cancelled before the end. */
    private static boolean runUntil(
            StoppingRule rule, Chain.Plan plan, Recorder recorder, Cancellation cancellation, ExecutorService threads) {
        // A chain that is beyond a look was sent on by it.
        int target = StoppingRule.look(plan.settings(), mostDraws(recorder.recorded()));
        while (true) {
            if (!runChains(plan, target, recorder, cancellation, threads)) {
                return false;
            }
            int next = StoppingRule.look(plan.settings(), target + 1);
            if (next == target || rule.satisfiedBy(recorder.recorded().draws())) {
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
            throw new SamplingException("a chain failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SamplingException("interrupted while sampling", e);
        }
    }
}
