package dev.tandem.benchmark;

import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.List;
import java.util.Locale;

/**
 * Prints the processor time of each kernel per leapfrog step. Arguments: labels of kernels to measure, none for all
 * exact ones.
 */
public final class KernelTimer {
    private KernelTimer() {}

    public static void main(String[] arguments) {
        List<String> labels = List.of(arguments);
        System.out.printf("%-20s %-18s %10s %10s%n", "problem", "kernel", "ns/step", "fastest");
        for (Problem problem : Problem.values()) {
            for (Method method : Method.values()) {
                boolean chosen = labels.isEmpty() ? KernelFamily.of(method).exact() : labels.contains(method.label());
                if (chosen && problem.suits(method)) {
                    ChainState chain = ChainState.of(problem, method, 1);
                    ProcessorTime time = ProcessorTime.of(() -> {
                        long steps = 0;
                        for (int i = 0; i < 10; i++) {
                            steps += chain.step().steps;
                        }
                        return steps;
                    });
                    System.out.printf(
                            Locale.ROOT,
                            "%-20s %-18s %10.1f %10.1f%n",
                            problem,
                            method.label(),
                            time.median(),
                            time.fastest());
                }
            }
        }
    }
}
