package dev.tandem.runs.each;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Does batches of data sets: on threads of this machine, or on a cluster. */
public interface EachEngine {
    /** Batches that are done at a time. */
    int slots();

    /**
     * Does batches, each taken by whoever is free.
     *
     * @param listener hears of each batch that came to its end, from one thread at a time
     * @param stop whether to give up; batches that were begun keep what they have
     */
    void run(EachWork work, List<EachBatch> batches, Consumer<EachBatch.Result> listener, BooleanSupplier stop);

    /** On threads of this machine. */
    static EachEngine threads(int number) {
        return new EachEngine() {
            @Override
            public int slots() {
                return number;
            }

            @Override
            public void run(
                    EachWork work, List<EachBatch> batches, Consumer<EachBatch.Result> listener, BooleanSupplier stop) {
                ExecutorService threads = Executors.newFixedThreadPool(number, EachEngine::thread);
                AtomicBoolean over = new AtomicBoolean();
                BooleanSupplier stopOrOver = () -> over.get() || stop.getAsBoolean();
                List<Future<EachBatch.Result>> pending = new ArrayList<>();
                try {
                    for (EachBatch batch : batches) {
                        pending.add(threads.submit(() -> told(work.run(batch, false, stopOrOver), listener)));
                    }
                    for (Future<EachBatch.Result> batch : pending) {
                        batch.get();
                    }
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException failure) {
                        throw failure;
                    }
                    throw new IllegalStateException(e.getCause());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    over.set(true);
                    pending.forEach(batch -> batch.cancel(false));
                    awaitEnd(threads);
                }
            }
        };
    }

    /** Whoever takes up a run that has failed must not find a data set of it still being done. */
    private static void awaitEnd(ExecutorService threads) {
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static EachBatch.Result told(EachBatch.Result result, Consumer<EachBatch.Result> listener) {
        synchronized (listener) {
            listener.accept(result);
        }
        return result;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "data sets");
        thread.setDaemon(true);
        return thread;
    }
}
