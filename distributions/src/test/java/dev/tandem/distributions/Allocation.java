package dev.tandem.distributions;

import java.lang.management.ManagementFactory;

/** Counts the bytes that a piece of code allocates once it has run before. */
public final class Allocation {
    private static final int CALLS = 500;

    private Allocation() {}

    /** Bytes per call, rounded down: one object in each call is 16 or more. */
    public static long bytes(Runnable code) {
        for (int i = 0; i < CALLS; i++) {
            code.run();
        }
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < CALLS; i++) {
            code.run();
        }
        return (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / CALLS;
    }
}
