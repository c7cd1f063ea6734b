package dev.tandem.cli.options;

import dev.tandem.sampling.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into a cancellation, and holds the program's end back until the summary is printed. */
public final class Interruption implements AutoCloseable {
    /** An iteration that takes longer than this is given up, so that nobody has to kill the program. */
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;
    private final boolean inFolder;
    private volatile boolean happened;

    public Interruption(Cancellation cancellation, boolean inFolder) {
        this.inFolder = inFolder;
        hook = new Thread(() -> stop(cancellation), "interruption");
    }

    /** From now on there is something to keep; before that, Ctrl-C ends the program at once. */
    public Interruption begin() {
        Runtime.getRuntime().addShutdownHook(hook);
        return this;
    }

    /** Whether somebody wants the program to end. */
    public boolean happened() {
        return happened;
    }

    private void stop(Cancellation cancellation) {
        happened = true;
        cancellation.cancel();
        try {
            boolean inTime = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("tandem: gave up waiting for the present iteration; "
                        + (inFolder ? "what was drawn up to the last checkpoint was kept" : "nothing was kept"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is already on its way out and waits for the latch.
            finished.countDown();
        }
    }
}
