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
        return run(density, settings, new MemoryRecorder(density.space(), settings), listener, cancellation);
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
        Cancellation stop = new Cancellation();
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(settings.threads(), settings.chains()), Sampling::chainThread);
        try {
            List<Future<?>> pending = new ArrayList<>();
            for (int number = 0; number < settings.chains(); number++) {
                Chain chain = new Chain(
                        density,
                        family,
                        settings,
                        number,
                        settings.draws(),
                        recorder.chain(number),
                        listener,
                        () -> stop.cancelled() || cancellation.cancelled());
                pending.add(threads.submit(() -> runOrStopAll(chain, stop)));
            }
            pending.forEach(Sampling::await);
        } finally {
            stop.cancel();
            threads.shutdown();
        }
        Recorded recorded = recorder.recorded();
        return new Run(
                family,
                recorded.draws(),
                recorded.statistics(),
                recorded.kept(),
                recorded.warmups(),
                recorded.chains(),
                cancellation.cancelled());
    }

    private static Thread chainThread(Runnable work) {
        Thread thread = new Thread(work, "chain");
        thread.setDaemon(true);
        return thread;
    }

    private static void runOrStopAll(Chain chain, Cancellation stop) {
        try {
            chain.run();
        } catch (RuntimeException | Error e) {
            stop.cancel();
            throw e;
        }
    }

    private static void await(Future<?> future) {
        try {
            future.get();
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
