package dev.tandem.compiler;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The time that the processor spent on this thread: limits on it hold however busy the machine is. */
public final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ProcessorTime() {}

    /** Seconds since the thread began. */
    public static double seconds() {
        return THREADS.getCurrentThreadCpuTime() * 1e-9;
    }
}
