package dev.tandem.serve;

import dev.tandem.report.text.JsonNumbers;
import dev.tandem.sampling.Progress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells at intervals how far chains are. Chains only leave their news here, so that none waits for a reader who is slow;
 * what is not told before there is something newer is never told.
 */
final class ProgressEvents implements Progress.Listener, AutoCloseable {
    /** Where events go. */
    @FunctionalInterface
    interface Sink {
        void send(ObjectNode event);
    }

    private final AtomicReferenceArray<Progress> latest;
    private final Sink sink;
    private final long begun = System.nanoTime();
    private final ScheduledFuture<?> ticks;
    private boolean closed;

    ProgressEvents(int chains, double seconds, ScheduledExecutorService clock, Sink sink) {
        latest = new AtomicReferenceArray<>(chains);
        this.sink = sink;
        long nanos = (long) (seconds * 1e9);
        ticks = clock.scheduleWithFixedDelay(this::tell, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void progressed(Progress progress) {
        latest.set(progress.chain(), progress);
    }

    private synchronized void tell() {
        if (closed) {
            return;
        }
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("event", "progress");
        event.put("seconds", (System.nanoTime() - begun) * 1e-9);
        ArrayNode chains = event.putArray("chains");
        for (int chain = 0; chain < latest.length(); chain++) {
            Progress progress = latest.get(chain);
            if (progress != null) {
                ObjectNode node = chains.addObject();
                node.put("chain", chain + 1);
                node.put("stage", progress.stage());
                node.put("iteration", progress.iteration());
                node.put("total", progress.total());
                JsonNumbers.put(node, "step_size", progress.stepSize());
                node.put("divergences", progress.divergences());
                JsonNumbers.put(node, "acceptance", progress.acceptance());
            }
        }
        sink.send(event);
    }

    /** Tells where chains have ended, and nothing from then on. */
    @Override
    public synchronized void close() {
        ticks.cancel(false);
        tell();
        closed = true;
    }
}
