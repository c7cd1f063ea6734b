package dev.tandem.sampling;

import dev.tandem.density.Helpers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Threads that help one chain with its large sums. They begin with the first sum that has parts, look out for the next one
 * for some microseconds after each, and sleep otherwise. One thread at a time may ask for help.
 */
public final class Crew implements Helpers, AutoCloseable {
    /** How often a thread looks before it sleeps: for less than a tenth of a millisecond. */
    private static final int LOOKS = 2000;

    private final Thread[] helpers;
    private final AtomicIntegerArray asleep;

    /** The number of the present sum, in the upper half, and how many of its parts nobody has taken, in the lower. */
    private final AtomicLong open = new AtomicLong();

    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicInteger ownerAsleep = new AtomicInteger();
    private int parts;
    private IntConsumer work;
    private Thread owner;
    private Throwable failure;
    private int failedPart;
    private boolean begun;
    private volatile boolean closed;

    /** So many threads beside the one that asks. */
    public Crew(int size) {
        helpers = new Thread[size];
        asleep = new AtomicIntegerArray(size);
    }

    @Override
    public void share(int parts, IntConsumer work) {
        if (helpers.length == 0 || parts < 2 || closed) {
            Helpers.NONE.share(parts, work);
            return;
        }
        if (!begun) {
            begin();
        }
        this.parts = parts;
        this.work = work;
        owner = Thread.currentThread();
        failure = null;
        unfinished.set(parts);
        open.set(((open.get() >>> Integer.SIZE) + 1) << Integer.SIZE | parts);
        for (int h = 0; h < helpers.length; h++) {
            if (asleep.get(h) == 1) {
                LockSupport.unpark(helpers[h]);
            }
        }
        takeAll();
        awaitOthers();
        if (failure != null) {
            rethrow();
        }
    }

    private void begin() {
        begun = true;
        for (int h = 0; h < helpers.length; h++) {
            int number = h;
            helpers[h] = new Thread(
                    () -> help(number), "helper of " + Thread.currentThread().getName());
            helpers[h].setDaemon(true);
        }
        for (Thread helper : helpers) {
            helper.start();
        }
    }

    private void help(int number) {
        while (!closed) {
            takeAll();
            int looks = 0;
            while (nothingOpen() && looks < LOOKS) {
                looks++;
                Thread.onSpinWait();
            }
            if (looks == LOOKS) {
                asleep.set(number, 1);
                // Whoever opens a sum from here on sees that this thread sleeps.
                while (nothingOpen() && !closed) {
                    LockSupport.park(this);
                }
                asleep.set(number, 0);
            }
        }
    }

    private boolean nothingOpen() {
        return (int) open.get() == 0;
    }

    /** Does parts as long as there are some that nobody has taken. */
    private void takeAll() {
        while (true) {
            long seen = open.get();
            int left = (int) seen;
            if (left == 0) {
                return;
            }
            if (open.compareAndSet(seen, seen - 1)) {
                // Until this part is done the sum is not over, so that its fields stay as they are.
                doPart(parts - left);
            }
        }
    }

    private void doPart(int part) {
        try {
            work.accept(part);
        } catch (RuntimeException | Error e) {
            fail(part, e);
        }
        // The owner may go on, and ask for help with another sum, as soon as this is zero.
        Thread waiting = owner;
        if (unfinished.decrementAndGet() == 0 && ownerAsleep.get() == 1) {
            LockSupport.unpark(waiting);
        }
    }

    /** Keeps the failure of the first part that failed, whichever thread came first. */
    private synchronized void fail(int part, Throwable cause) {
        if (failure == null || part < failedPart) {
            failure = cause;
            failedPart = part;
        }
    }

    private void awaitOthers() {
        for (int looks = 0; unfinished.get() > 0 && looks < LOOKS; looks++) {
            Thread.onSpinWait();
        }
        if (unfinished.get() > 0) {
            ownerAsleep.set(1);
            while (unfinished.get() > 0) {
                LockSupport.park(this);
            }
            ownerAsleep.set(0);
        }
    }

    private void rethrow() {
        Throwable cause = failure;
        if (cause instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) cause;
    }

    /** Sends the threads home; sums are done without them from now on. */
    @Override
    public void close() {
        closed = true;
        for (Thread helper : helpers) {
            if (helper != null) {
                LockSupport.unpark(helper);
            }
        }
    }
}
