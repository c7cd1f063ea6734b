package dev.tandem.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Processor time per unit of work in nanoseconds, over many short repeats: on a shared machine it is steadier than
 * JMH's wall time.
 *
 * @param median the middle of the repeats
 * @param fastest the least of them
 */
public record ProcessorTime(double median, double fastest) {
    private static final long WARMUP = 1_500_000_000L;
    private static final long REPEAT = 10_000_000L;
    private static final int REPEATS = 101;

    /** The time per unit of work; each call of {@code work} does some and returns how many units it did. */
    public static ProcessorTime of(LongSupplier work) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long begun = clock.getCurrentThreadCpuTime();
        long calls = 0;
        while (clock.getCurrentThreadCpuTime() - begun < WARMUP) {
            long done = work.getAsLong();
            calls += done > 0 ? 1 : 0;
        }
        long batch = Math.max(1, calls * REPEAT / WARMUP);
        double[] times = new double[calls < REPEATS ? 11 : REPEATS];
        for (int repeat = 0; repeat < times.length; repeat++) {
            long units = 0;
            begun = clock.getCurrentThreadCpuTime();
            for (long i = 0; i < batch; i++) {
                units += work.getAsLong();
            }
            times[repeat] = (double) (clock.getCurrentThreadCpuTime() - begun) / units;
        }
        Arrays.sort(times);
        return new ProcessorTime(times[times.length / 2], times[0]);
    }
}
