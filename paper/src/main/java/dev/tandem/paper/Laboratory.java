package dev.tandem.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;

/** Runs the chains of many cells side by side, keeps what is done, and tells how far it is. */
final class Laboratory {
    private final CellStore store;
    private final long seed;
    private final int threads;
    private final ProgressListener listener;

    /** Hears of progress, from the threads of the chains; it must not dawdle. */
    @FunctionalInterface
    interface ProgressListener {
        /**
         * Hears how far the whole is.
         *
         * @param doing the cell that a chain is of
         * @param done expected nanoseconds of work done by this run
         * @param toDo expected nanoseconds of work of this run
         */
        void progressed(String doing, double done, double toDo);
    }

    Laboratory(CellStore store, long seed, int threads, ProgressListener listener) {
        this.store = store;
        this.seed = seed;
        this.threads = threads;
        this.listener = listener;
    }

    /** The summaries of all cells, by name; those that are kept are not run again. */
    Map<String, CellSummary> run(List<Cell> cells) {
        Map<String, CellSummary> summaries = new ConcurrentHashMap<>();
        double toDo = 0;
        List<Cell> open = new ArrayList<>();
        for (Cell cell : cells) {
            Optional<CellSummary> kept = store.summary(cell);
            if (kept.isPresent()) {
                summaries.put(cell.name(), kept.get());
            } else {
                open.add(cell);
                toDo += cell.chains() * cell.chainCost();
            }
        }
        double total = toDo;
        DoubleAdder done = new DoubleAdder();
        ExecutorService pool = Executors.newFixedThreadPool(threads, Laboratory::thread);
        try {
            List<Future<?>> pending = new ArrayList<>();
            for (Cell cell : open) {
                AtomicInteger left = new AtomicInteger(cell.chains());
                for (int number = 0; number < cell.chains(); number++) {
                    int chain = number;
                    pending.add(pool.submit(() -> {
                        runChain(cell, chain, done, total);
                        if (left.decrementAndGet() == 0) {
                            summaries.put(cell.name(), summarise(cell));
                        }
                    }));
                }
            }
            for (Future<?> future : pending) {
                await(future);
            }
        } finally {
            pool.shutdownNow();
        }
        Map<String, CellSummary> ordered = new LinkedHashMap<>();
        cells.forEach(cell -> ordered.put(cell.name(), summaries.get(cell.name())));
        return Collections.unmodifiableMap(ordered);
    }

    private void runChain(Cell cell, int chain, DoubleAdder done, double total) {
        if (store.has(cell, chain)) {
            done.add(cell.chainCost());
            return;
        }
        double[] told = new double[1];
        ChainResult result = cell.run(seed, chain, cost -> {
            told[0] += cost;
            done.add(cost);
            listener.progressed(cell.name(), done.sum(), total);
        });
        store.keep(cell, chain, result);
        done.add(cell.chainCost() - told[0]);
        listener.progressed(cell.name(), done.sum(), total);
    }

    private CellSummary summarise(Cell cell) {
        Chains chains = store.chains(cell);
        CellSummary summary = CellSummary.of(chains, cell.extra().apply(chains));
        store.keep(cell, summary);
        return summary;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "chain");
        thread.setDaemon(true);
        return thread;
    }

    private static void await(Future<?> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a chain failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
