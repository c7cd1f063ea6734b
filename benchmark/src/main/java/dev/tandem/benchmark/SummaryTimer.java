package dev.tandem.benchmark;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawStore;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Prints what the table of a run takes: seconds by the clock and of the processor, of four chains whose draws are an
 * autoregression.
 *
 * <p>Arguments: draws of each chain, unknowns, and the autocorrelation. It needs nothing but the jar, so that two of them can be
 * compared: {@code java -cp cli/target/tandem.jar benchmark/src/main/java/dev/tandem/benchmark/SummaryTimer.java 250000 100 0.3}
 */
public final class SummaryTimer {
    private static final int CHAINS = 4;

    /** So many columns differ, and are told apart by a shift: more would only take memory. */
    private static final int COLUMNS = 8;

    private static final int REPEATS = 3;

    private SummaryTimer() {}

    public static void main(String[] arguments) {
        int draws = Integer.parseInt(arguments[0]);
        int unknowns = Integer.parseInt(arguments[1]);
        double correlation = Double.parseDouble(arguments[2]);
        Draws table = Draws.of(
                List.of(new Variable("x", List.of(unknowns), Variable.Kind.CONTINUOUS)), store(draws, correlation));
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long begun = System.nanoTime();
            long before = processorNanos();
            Summary summary = Summary.of(table);
            SummaryRow row = summary.rows().get(0);
            System.out.printf(
                    Locale.ROOT,
                    "%.2f s, %.2f s of the processor; of the first: mean %s rhat %s ess %s %s mcse %s %s%n",
                    (System.nanoTime() - begun) * 1e-9,
                    (processorNanos() - before) * 1e-9,
                    row.mean(),
                    row.rhat(),
                    row.essBulk(),
                    row.essTail(),
                    row.mcseMean(),
                    row.mcseSd());
        }
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static DrawStore store(int draws, double correlation) {
        double[][][] columns = new double[CHAINS][COLUMNS][draws];
        SplittableRandom random = new SplittableRandom(1);
        for (double[][] chain : columns) {
            for (double[] column : chain) {
                double x = 0;
                for (int i = 0; i < draws; i++) {
                    x = correlation * x + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
                    column[i] = x;
                }
            }
        }
        return new DrawStore() {
            @Override
            public int chains() {
                return CHAINS;
            }

            @Override
            public int draws() {
                return draws;
            }

            @Override
            public void copyColumns(int chain, int first, int every, double[][] destination) {
                for (int i = 0; i < destination.length; i++) {
                    for (int draw = 0; draw < destination[i].length; draw++) {
                        destination[i][draw] = value(chain, draw * every, first + i);
                    }
                }
            }

            @Override
            public double value(int chain, int draw, int element) {
                int shift = element / COLUMNS;
                return columns[chain][element % COLUMNS][draw] + shift;
            }
        };
    }
}
