package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.draws.Draws;
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
        KernelFamily family = settings.kernelFor(density.space());
        family.check(density.space()).ifPresent(reason -> {
            throw new SamplingException(reason);
        });
        Draws.Builder draws = Draws.builder(density.space().reported(), settings.chains(), settings.draws());
        Cancellation stop = new Cancellation();
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(settings.threads(), settings.chains()), Sampling::chainThread);
        try {
            List<Future<ChainReport>> pending = new ArrayList<>();
            for (int number = 0; number < settings.chains(); number++) {
                Chain chain = new Chain(
                        density,
                        family,
                        settings,
                        number,
                        draws,
                        listener,
                        () -> stop.cancelled() || cancellation.cancelled());
                pending.add(threads.submit(() -> runOrStopAll(chain, stop)));
            }
            List<ChainReport> reports = new ArrayList<>();
            for (Future<ChainReport> future : pending) {
                reports.add(await(future));
            }
            boolean cancelled = cancellation.cancelled();
            return new Run(family, cancelled ? draws.buildTruncated() : draws.build(), reports, cancelled);
        } finally {
            stop.cancel();
            threads.shutdown();
        }
    }

    private static Thread chainThread(Runnable work) {
        Thread thread = new Thread(work, "chain");
        thread.setDaemon(true);
        return thread;
    }

    private static ChainReport runOrStopAll(Chain chain, Cancellation stop) {
        try {
            return chain.run();
        } catch (RuntimeException | Error e) {
            stop.cancel();
            throw e;
        }
    }

    private static ChainReport await(Future<ChainReport> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SamplingException failure) {
                throw failure;
            }
            throw new SamplingException("a chain failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SamplingException("interrupted while sampling", e);
        }
    }
}
