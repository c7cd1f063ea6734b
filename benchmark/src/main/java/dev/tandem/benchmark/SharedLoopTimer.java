package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Crew;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Prints what a gradient of a large model takes by the clock on one thread and on more, the least of several turns each, and
 * whether all gave the same numbers to the last bit. The clock says little where the machine has other work; so the last columns
 * count processor time: how much of it lies outside what is shared, and how much faster as many idle processors can be at most
 * with that.
 *
 * <p>Arguments: the number of observations, and the numbers of threads; 1000000 1 2 if there are none.
 */
public final class SharedLoopTimer {
    private static final int GROUPS = 1000;
    private static final int COLUMNS = 10;
    private static final int WARMUP = 30;

    /** Turns are short, so that some of them meet a machine that has nothing else to do. */
    private static final double SECONDS = 2;

    private static final int FEWEST_TURNS = 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Thread MAIN = Thread.currentThread();

    private SharedLoopTimer() {}

    public static void main(String[] arguments) {
        int observations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int[] threads = arguments.length > 1
                ? Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray()
                : new int[] {1, 2};
        System.out.printf("%-36s", "ms a gradient, on so many threads");
        for (int count : threads) {
            System.out.printf("%9d", count);
        }
        System.out.printf("%9s%9s%9s%9s%n", "ratio", "bits", "alone", "at most");
        models(observations).forEach((name, model) -> print(name, model.compile(), threads));
    }

    private static void print(String name, CompiledDensity density, int[] threads) {
        Cursor[] cursors = new Cursor[threads.length];
        Crew[] crews = new Crew[threads.length];
        double[] least = new double[threads.length];
        long[] digests = new long[threads.length];
        // Milliseconds of processors in parts, those of this thread, and of this thread in all.
        double[][] shared = new double[threads.length][3];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int t = 0; t < threads.length; t++) {
            crews[t] = new Crew(threads[t] - 1);
            cursors[t] = density.cursor();
            Crew crew = crews[t];
            double[] inside = shared[t];
            cursors[t].helpedBy((parts, work) -> crew.share(parts, part -> {
                long begun = THREADS.getCurrentThreadCpuTime();
                work.accept(part);
                long took = THREADS.getCurrentThreadCpuTime() - begun;
                synchronized (inside) {
                    inside[0] += took * 1e-6;
                    inside[1] += Thread.currentThread() == MAIN ? took * 1e-6 : 0;
                }
            }));
        }
        // In turns, so that whatever else the machine does meets all alike.
        double[] q = new double[density.space().dimension()];
        double[] gradient = new double[q.length];
        SplittableRandom random = new SplittableRandom(1);
        double spent = 0;
        for (int turn = -WARMUP; turn < FEWEST_TURNS || spent < SECONDS * 1000 * threads.length; turn++) {
            for (int k = 0; k < q.length; k++) {
                q[k] = 0.4 * (random.nextDouble() - 0.5);
            }
            for (int t = 0; t < threads.length; t++) {
                cursors[t].moveTo(q);
                long begun = System.nanoTime();
                long processor = THREADS.getCurrentThreadCpuTime();
                double value = cursors[t].logDensityAndGradient(gradient);
                shared[t][2] += (THREADS.getCurrentThreadCpuTime() - processor) * 1e-6;
                double took = (System.nanoTime() - begun) * 1e-6;
                digests[t] = 31 * (31 * digests[t] + Double.hashCode(value)) + Arrays.hashCode(gradient);
                if (turn < 0) {
                    Arrays.fill(shared[t], 0);
                } else {
                    least[t] = Math.min(least[t], took);
                    spent += took;
                }
            }
        }
        boolean same = true;
        for (int t = 0; t < threads.length; t++) {
            crews[t].close();
            same &= digests[t] == digests[0];
        }
        System.out.printf(Locale.ROOT, "%-36s", name);
        for (double time : least) {
            System.out.printf(Locale.ROOT, "%9.2f", time);
        }
        int last = threads.length - 1;
        double alone = shared[last][2] - shared[last][1];
        double all = alone + shared[last][0];
        System.out.printf(
                Locale.ROOT,
                "%9.2f%9s%8.1f%%%9.2f%n",
                least[0] / least[last],
                same ? "same" : "DIFFER",
                100 * alone / all,
                shared[0][2] / (alone + shared[last][0] / threads[last]));
    }

    private static Map<String, BoundModel> models(int n) {
        SplittableRandom random = new SplittableRandom(3);
        DataArray size = DataArray.scalar(n);
        DataArray x = DataArray.vector(random.doubles(n, -1, 1).toArray());
        DataArray y = DataArray.vector(random.doubles(n, -2, 2).toArray());
        DataArray seen = DataArray.vector(random.ints(n, 0, 2).asDoubleStream().toArray());
        DataArray seldom = DataArray.vector(
                random.ints(n, 0, 3).mapToDouble(v -> v == 2 ? 1 : 0).toArray());
        DataArray group =
                DataArray.vector(random.ints(n, 1, GROUPS + 1).asDoubleStream().toArray());
        DataArray matrix = DataArray.of(
                new int[] {n, COLUMNS},
                random.doubles((long) n * COLUMNS, -1, 1).toArray());
        Map<String, BoundModel> models = new LinkedHashMap<>();
        models.put("a line", Model.of("""
                        model {
                          for (i in 1:N) { y[i] ~ dnorm(a + b * x[i], tau) }
                          a ~ dnorm(0, 0.01)  b ~ dnorm(0, 0.01)  tau ~ dgamma(1, 1)
                        }
                        """).with(Map.of("N", size, "x", x, "y", y)));
        models.put(
                "logistic, " + GROUPS + " groups in any order",
                Model.of("""
                        model {
                          for (i in 1:N) { seen[i] ~ dbern(ilogit(theta[g[i]] + b * x[i])) }
                          for (j in 1:J) { theta[j] ~ dnorm(mu, tau) }
                          mu ~ dnorm(0, 1)  b ~ dnorm(0, 1)  tau ~ dgamma(2, 2)
                        }
                        """).with(Map.of("N", size, "J", DataArray.scalar(GROUPS), "g", group, "x", x, "seen", seen)));
        models.put(
                "Poisson, a matrix of " + COLUMNS + " columns",
                Model.of("""
                        model {
                          for (i in 1:N) { log(lambda[i]) <- inprod(X[i,], b[])  seldom[i] ~ dpois(lambda[i]) }
                          for (k in 1:K) { b[k] ~ dnorm(0, 1) }
                        }
                        """).with(Map.of("N", size, "K", DataArray.scalar(COLUMNS), "X", matrix, "seldom", seldom)));
        models.put("occupancy, states summed out", Model.of("""
                        model {
                          for (i in 1:N) { z[i] ~ dbern(ilogit(a + b * x[i]))  seldom[i] ~ dbern(z[i] * p) }
                          a ~ dnorm(0, 1)  b ~ dnorm(0, 1)  p ~ dbeta(1, 1)
                        }
                        """).with(Map.of("N", size, "x", x, "seldom", seldom)));
        return models;
    }
}
