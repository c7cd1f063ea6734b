package dev.tandem.sampling;

/** A switch that stops a run: the chains end after the iteration they are in, and what was drawn is kept. */
public final class Cancellation {
    private volatile boolean cancelled;

    public void cancel() {
        cancelled = true;
    }

    public boolean cancelled() {
        return cancelled;
    }
}
