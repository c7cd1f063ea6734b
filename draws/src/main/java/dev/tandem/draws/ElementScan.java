package dev.tandem.draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Does something for each element of a table, several elements at a time on several threads, but no more than fit into
 * memory: a table in files may be many times larger than that.
 */
public final class ElementScan {
    /** Diagnostics of one element need room for about so many copies of it. */
    private static final int COPIES = 12;

    /** Elements that are read at once, which saves reading. */
    private static final int MOST_AT_ONCE = 256;

    private static final double SHARE_OF_MEMORY = 0.25;

    private ElementScan() {}

    /** What to do for one element, given its draws by chain and draw, which are not to be changed. */
    @FunctionalInterface
    public interface Work<T> {
        T of(int element, double[][] draws);
    }

    /** How far a table has to be thinned for one element to be looked at in the memory there is: by 1 as a rule. */
    public static int thinning(Draws draws) {
        double room = SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory();
        return (int) Math.ceil(Math.max(1, COPIES * bytes(draws) / room));
    }

    /** What one element takes. */
    private static double bytes(Draws draws) {
        return (double) Double.BYTES * Math.max(1L, (long) draws.chains() * draws.drawsPerChain());
    }

    /** The results in the order of the elements, by all processors. */
    public static <T> List<T> map(Draws draws, Work<T> work) {
        return mapWith(draws, () -> work);
    }

    /** The results in the order of the elements, where each thread works with buffers of its own: no two share what is supplied. */
    public static <T> List<T> mapWith(Draws draws, Supplier<Work<T>> works) {
        int mostThreads = Runtime.getRuntime().availableProcessors();
        double room = SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory();
        double bytes = bytes(draws);
        int threads = (int) Math.max(1, Math.min(mostThreads, room / (COPIES * bytes)));
        // Small enough that all threads end at about the same time.
        double share = Math.min(MOST_AT_ONCE, Math.ceil(draws.elements() / (4.0 * threads)));
        int atOnce = (int) Math.max(1, Math.min(share, room / threads / bytes - COPIES));
        ExecutorService pool = Executors.newFixedThreadPool(threads, ElementScan::thread);
        try {
            List<Future<List<T>>> groups = new ArrayList<>();
            for (int first = 0; first < draws.elements(); first += atOnce) {
                int start = first;
                int count = Math.min(atOnce, draws.elements() - first);
                groups.add(pool.submit(() -> group(draws, works.get(), start, count)));
            }
            List<T> results = new ArrayList<>(draws.elements());
            for (Future<List<T>> group : groups) {
                results.addAll(group.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while looking at draws", e);
        } finally {
            pool.shutdownNow();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "elements");
        thread.setDaemon(true);
        return thread;
    }

    private static <T> List<T> group(Draws draws, Work<T> work, int first, int count) {
        double[][][] columns = draws.columns(first, count);
        List<T> results = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            results.add(work.of(first + i, columns[i]));
            // Lets go of what is done with.
            Arrays.fill(columns[i], null);
        }
        return results;
    }
}
