package dev.tandem.inference.outcome;

import dev.tandem.draws.Draws;
import dev.tandem.sampling.Recorded;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Looks at the draws of a run every few seconds, and says how well its chains agree so far. */
public final class Agreement implements AutoCloseable {
    private static final double PAUSE_SECONDS = 2;

    /** The share of one processor that looking may take. */
    private static final double LARGEST_SHARE = 0.05;

    /** Fewer draws than this say nothing. */
    private static final int FEWEST = 20;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final WorstSoFar worst = new WorstSoFar();
    private volatile String text = "";

    private Agreement() {}

    /** Never says anything. */
    public static Agreement unknown() {
        return new Agreement();
    }

    /** Looks at what {@code soFar} gives until it is closed. */
    public static Agreement watch(Supplier<Recorded> soFar) {
        Agreement agreement = new Agreement();
        Thread watcher = new Thread(() -> agreement.lookUntilClosed(soFar), "agreement");
        watcher.setDaemon(true);
        watcher.start();
        return agreement;
    }

    /** How well, in words; empty while nothing can be said. */
    public String text() {
        return text;
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void lookUntilClosed(Supplier<Recorded> soFar) {
        try {
            double pause = PAUSE_SECONDS;
            while (!closed.await((long) (1000 * pause), TimeUnit.MILLISECONDS)) {
                long before = System.nanoTime();
                look(soFar);
                pause = Math.max(PAUSE_SECONDS, (System.nanoTime() - before) * 1e-9 / LARGEST_SHARE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Supplier<Recorded> soFar) {
        try {
            Recorded recorded = soFar.get();
            Draws draws = recorded.draws();
            if (draws.drawsPerChain() >= FEWEST) {
                worst.look(draws, recorded.courses());
                text = worst.describe(draws);
            }
        } catch (RuntimeException e) {
            // A file that is just being written; the next look will do.
            text = "";
        }
    }
}
