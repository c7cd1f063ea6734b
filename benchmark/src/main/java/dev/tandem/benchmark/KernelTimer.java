package dev.tandem.benchmark;

import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints the processor time of each kernel per leapfrog step, median and fastest of many short repeats: on a shared
 * machine it is steadier than JMH's wall time. Arguments: labels of kernels to measure, none for all exact ones.
 */
public final class KernelTimer {
    private static final long WARMUP = 1_500_000_000L;
    private static final long REPEAT = 10_000_000L;
    private static final int REPEATS = 101;

    private KernelTimer() {}

    public static void main(String[] arguments) {
        List<String> labels = List.of(arguments);
        System.out.printf("%-20s %-18s %10s %10s %12s%n", "problem", "kernel", "ns/step", "fastest", "steps/iter");
        for (Problem problem : Problem.values()) {
            for (Method method : Method.values()) {
                boolean binary = method == Method.GAUSSIAN_BINARY || method == Method.EXPONENTIAL_BINARY;
                boolean chosen = labels.isEmpty() ? KernelFamily.of(method).exact() : labels.contains(method.label());
                if (chosen && (!binary || problem == Problem.VARIABLE_SELECTION)) {
                    measure(problem, method);
                }
            }
        }
    }

    private static void measure(Problem problem, Method method) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        ChainState chain = ChainState.of(problem, method, 1);
        long begun = clock.getCurrentThreadCpuTime();
        long iterations = 0;
        long taken = 0;
        while (taken < WARMUP) {
            for (int i = 0; i < 100; i++) {
                chain.step();
            }
            iterations += 100;
            taken = clock.getCurrentThreadCpuTime() - begun;
        }
        int batch = (int) Math.max(10, iterations * REPEAT / WARMUP);
        double[] times = new double[REPEATS];
        long allSteps = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long steps = 0;
            begun = clock.getCurrentThreadCpuTime();
            for (int i = 0; i < batch; i++) {
                steps += chain.step().steps;
            }
            times[repeat] = (double) (clock.getCurrentThreadCpuTime() - begun) / steps;
            allSteps += steps;
        }
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "%-20s %-18s %10.1f %10.1f %12.2f%n",
                problem,
                method.label(),
                times[REPEATS / 2],
                times[0],
                (double) allSteps / batch / REPEATS);
    }
}
