package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Support;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Prints the tables of docs/benchmarks-compiler.md: compiled models beside hand-written ones, and growth with N. */
public final class CompilerTimer {
    private static final int REPEATS = 7;
    private static final double SECONDS = 0.3;

    /** How often a small model is compiled before, so that the compiler itself is compiled. */
    private static final int WARM = 20;

    /** Reading a clock takes as long as a quarter of the shortest gradient. */
    private static final int BETWEEN_CLOCKS = 50;

    private CompilerTimer() {}

    /** Without arguments everything; else one row, as this program asks of itself. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length > 0) {
            row(arguments[0]);
            return;
        }
        System.out.println("| problem | density | gradient | move, then a sweep of conditionals, per site and value |");
        System.out.println("|---|---|---|---|");
        for (String problem : List.of("mixture", "selection", "topics")) {
            rowInNewMachine(problem);
        }
        System.out.println();
        System.out.println("| N | check against the data | compile | methods | largest method | memory, per N "
                + "| sweep, per site and value | gradient, per N |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (int n = 100; n <= 1_000_000; n *= 10) {
            rowInNewMachine(Integer.toString(n));
        }
    }

    /** A virtual machine that has run other models makes calls of this one virtual; users run one. */
    private static void rowInNewMachine(String row) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + Runtime.getRuntime().maxMemory(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CompilerTimer.class.getName(),
                        row)
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("the row of " + row + " ended with " + exit);
        }
    }

    private static void row(String row) {
        switch (row) {
            case "mixture" -> {
                GaussianMixture mixture = GaussianMixture.twentyFourDimensional(false);
                pair("mixture, 24 dimensions", mixture, ModelTwins.mixture(mixture));
            }
            case "selection" -> {
                VariableSelection selection = VariableSelection.simulated(1);
                pair("variable selection", selection, ModelTwins.selection(selection));
            }
            case "topics" -> {
                TopicDocument topics = TopicDocument.simulated(7, 10, 120);
                pair("topics, 120 tokens", topics, ModelTwins.topics(topics));
            }
            default -> growth(Integer.parseInt(row));
        }
    }

    private static void pair(String name, MixedDensity hand, MixedDensity compiled) {
        double[][] times = new double[4][REPEATS];
        Timer a = new Timer(hand);
        Timer b = new Timer(compiled);
        for (int r = 0; r < REPEATS; r++) {
            // Side by side, so that whatever else the machine does falls on both.
            times[0][r] = a.gradient();
            times[1][r] = b.gradient();
            times[2][r] = a.sweep();
            times[3][r] = b.sweep();
        }
        double[] m = Arrays.stream(times).mapToDouble(CompilerTimer::median).toArray();
        System.out.printf("| %s | by hand | %.0f ns | %.1f ns |%n", name, m[0], m[2]);
        System.out.printf("| | compiled | %.0f ns (%.2f) | %.1f ns (%.2f) |%n", m[1], m[1] / m[0], m[3], m[3] / m[2]);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A mixture with unknown allocations of n observations. */
    private static BoundModel bind(int n) {
        SplittableRandom random = new SplittableRandom(3);
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            y[i] = 3 * random.nextInt(3) + random.nextDouble();
        }
        return Model.of("""
                        model {
                          for (i in 1:N) {
                            z[i] ~ dcat(w[])
                            y[i] ~ dnorm(mu[z[i]], tau)
                          }
                          w[1:3] ~ ddirch(alpha[])
                          for (k in 1:3) {
                            mu[k] ~ dnorm(0, 0.01)
                          }
                          tau ~ dgamma(1, 1)
                        }
                        """)
                .with(Map.of(
                        "N", DataArray.scalar(n),
                        "y", DataArray.vector(y),
                        "alpha", DataArray.vector(1, 1, 1)));
    }

    private static void growth(int n) {
        for (int i = 0; i < WARM; i++) {
            bind(1000).compile();
        }
        long before = usedMemory();
        double start = System.nanoTime();
        BoundModel bound = bind(n);
        double middle = System.nanoTime();
        CompiledDensity density = bound.compile();
        double end = System.nanoTime();
        Timer timer = new Timer(density);
        double perObservation;
        try {
            perObservation = (usedMemory() - before) / (double) n;
        } finally {
            Reference.reachabilityFence(bound);
        }
        double[] sweeps = new double[REPEATS];
        double[] gradients = new double[REPEATS];
        for (int r = 0; r < REPEATS; r++) {
            sweeps[r] = timer.sweep();
            gradients[r] = timer.gradient() / n;
        }
        System.out.printf(
                "| %,d | %.3f s | %.3f s | %d | %d bytes | %.0f bytes | %.1f ns | %.1f ns |%n",
                n,
                (middle - start) / 1e9,
                (end - middle) / 1e9,
                density.methods(),
                density.largestMethod(),
                perObservation,
                median(sweeps),
                median(gradients));
    }

    private static long usedMemory() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Times one density, at moving points. */
    private static final class Timer {
        private final Cursor cursor;
        private final double[] q;
        private final double[] gradient;
        private final double[] weights = new double[256];
        private double sink;

        Timer(MixedDensity density) {
            cursor = density.cursor();
            q = new double[density.space().dimension()];
            gradient = new double[q.length];
            SplittableRandom random = new SplittableRandom(5);
            for (int i = 0; i < q.length; i++) {
                q[i] = random.nextDouble() - 0.5;
            }
            for (int site = 0; site < density.space().sites(); site++) {
                Support support = density.space().support(site);
                cursor.assign(site, support.lower() + random.nextInt((int) support.size()));
            }
        }

        /** Nanoseconds of a gradient at a new point. */
        double gradient() {
            long runs = 0;
            long start = clock();
            long end = System.nanoTime() + (long) (SECONDS * 1e9);
            do {
                for (int i = 0; i < BETWEEN_CLOCKS; i++) {
                    move();
                    sink += cursor.logDensityAndGradient(gradient);
                }
                runs += BETWEEN_CLOCKS;
            } while (System.nanoTime() < end);
            return (clock() - start) / (double) runs;
        }

        /** Nanoseconds per site and value of a sweep of conditionals after a move. */
        double sweep() {
            long values = 0;
            int sites = cursor.space().sites();
            long start = clock();
            long end = System.nanoTime() + (long) (SECONDS * 1e9);
            do {
                move();
                for (int site = 0; site < sites; site++) {
                    cursor.conditional(site, weights);
                    values += cursor.upper(site) - cursor.lower(site) + 1;
                    sink += weights[0];
                }
            } while (System.nanoTime() < end);
            return (clock() - start) / (double) values;
        }

        /** The time of this thread's processor, since other programs may want it too. */
        private static long clock() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        private void move() {
            q[0] = q[0] == 0.25 ? 0.26 : 0.25;
            cursor.moveTo(q);
            if (sink == 0.1) {
                throw new IllegalStateException("the sums are used");
            }
        }
    }
}
