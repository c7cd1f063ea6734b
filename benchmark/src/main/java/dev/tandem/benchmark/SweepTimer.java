package dev.tandem.benchmark;

import java.util.Locale;

/** Prints the processor time of a sweep per site, from a thousand to a million sites: it must stay level. */
public final class SweepTimer {
    private SweepTimer() {}

    public static void main(String[] arguments) {
        System.out.printf("%-10s %10s %10s %10s%n", "colours", "sites", "ns/site", "fastest");
        for (int colours : new int[] {2, 4}) {
            for (int thousandSites : new int[] {1, 4, 10, 100, 1000}) {
                SweepBenchmark benchmark = new SweepBenchmark();
                benchmark.colours = colours;
                benchmark.thousandSites = thousandSites;
                benchmark.prepare();
                SweepBenchmark.Counts counts = new SweepBenchmark.Counts();
                ProcessorTime time = ProcessorTime.of(() -> {
                    long before = counts.visits;
                    benchmark.sweep(counts);
                    return counts.visits - before;
                });
                System.out.printf(
                        Locale.ROOT,
                        "%-10d %10d %10.1f %10.1f%n",
                        colours,
                        1000 * thousandSites,
                        time.median(),
                        time.fastest());
            }
        }
    }
}
