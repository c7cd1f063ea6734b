package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Support;
import dev.tandem.inference.Model;
import dev.tandem.language.DataArray;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/** Prints the tables of docs/benchmarks-compiler.md: compiled models beside hand-written ones, and growth with N. */
public final class CompilerTimer {
    private static final int REPEATS = 7;
    private static final double SECONDS = 0.3;

    private CompilerTimer() {}

    public static void main(String[] arguments) {
        GaussianMixture mixture = GaussianMixture.twentyFourDimensional(false);
        VariableSelection selection = VariableSelection.simulated(1);
        TopicDocument topics = TopicDocument.simulated(7, 10, 120);
        System.out.println("| problem | density | gradient | move, then a sweep of conditionals, per site and value |");
        System.out.println("|---|---|---|---|");
        pair("mixture, 24 dimensions", mixture, ModelTwins.mixture(mixture));
        pair("variable selection", selection, ModelTwins.selection(selection));
        pair("topics, 120 tokens", topics, ModelTwins.topics(topics));
        System.out.println();
        System.out.println(
                "| N | bind and compile | methods | largest method | sweep, per site and value | gradient, per N |");
        System.out.println("|---|---|---|---|---|---|");
        growth(100);
        int most = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        for (int n = 100; n <= most; n *= 10) {
            growth(n);
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

    private static void growth(int n) {
        SplittableRandom random = new SplittableRandom(3);
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            y[i] = 3 * random.nextInt(3) + random.nextDouble();
        }
        long start = System.nanoTime();
        CompiledDensity density = Model.of("""
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
                        "alpha", DataArray.vector(1, 1, 1)))
                .compile();
        double seconds = (System.nanoTime() - start) / 1e9;
        Timer timer = new Timer(density);
        double[] sweeps = new double[REPEATS];
        double[] gradients = new double[REPEATS];
        for (int r = 0; r < REPEATS; r++) {
            sweeps[r] = timer.sweep();
            gradients[r] = timer.gradient() / n;
        }
        System.out.printf(
                "| %d | %.3f s | %d | %d bytes | %.1f ns | %.1f ns |%n",
                n, seconds, density.methods(), density.largestMethod(), median(sweeps), median(gradients));
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
            long start = System.nanoTime();
            long end = start + (long) (SECONDS * 1e9);
            do {
                move();
                sink += cursor.logDensityAndGradient(gradient);
                runs++;
            } while (System.nanoTime() < end);
            return (System.nanoTime() - start) / (double) runs;
        }

        /** Nanoseconds per site and value of a sweep of conditionals after a move. */
        double sweep() {
            long values = 0;
            int sites = cursor.space().sites();
            long start = System.nanoTime();
            long end = start + (long) (SECONDS * 1e9);
            do {
                move();
                for (int site = 0; site < sites; site++) {
                    cursor.conditional(site, weights);
                    values += cursor.upper(site) - cursor.lower(site) + 1;
                    sink += weights[0];
                }
            } while (System.nanoTime() < end);
            return (System.nanoTime() - start) / (double) values;
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
