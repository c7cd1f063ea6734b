package dev.tandem.cli.sample;

import dev.tandem.sampling.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Cancels a run when its time is up. */
public final class Deadline {
    private final CountDownLatch over = new CountDownLatch(1);

    /** Starts the clock. */
    public Deadline(Duration time, Cancellation cancellation) {
        Thread clock = new Thread(() -> wait(time, cancellation), "deadline");
        clock.setDaemon(true);
        clock.start();
    }

    private void wait(Duration time, Cancellation cancellation) {
        try {
            if (!over.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                cancellation.cancel();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the clock. */
    public void stop() {
        over.countDown();
    }
}
