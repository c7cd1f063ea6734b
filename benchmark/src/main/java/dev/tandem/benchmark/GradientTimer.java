package dev.tandem.benchmark;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Prints what a gradient takes of the processor for models that differ in one thing: the link of a regression, and a truncation
 * whose normaliser depends on the group alone.
 *
 * <p>It needs nothing but the jar, so that two of them can be compared:
 * {@code java -cp cli/target/tandem.jar benchmark/src/main/java/dev/tandem/benchmark/GradientTimer.java}
 */
public final class GradientTimer {
    private static final int OBSERVATIONS = 1000;
    private static final int GROUPS = 10;
    private static final int REPEATS = 60;
    private static final int GRADIENTS = 300;

    private GradientTimer() {}

    public static void main(String[] arguments) {
        double[] times = {
            time(regression("logit(p[i]) <- %s")),
            time(regression("probit(p[i]) <- %s")),
            time(regression("p[i] <- phi(%s)")),
            time(regression("cloglog(p[i]) <- %s")),
            time(truncated("")),
            time(truncated("T(0,)"))
        };
        String[] names = {"logit", "probit", "phi()", "cloglog", "normal", "normal T(0,)"};
        for (int i = 0; i < names.length; i++) {
            System.out.printf(Locale.ROOT, "%-14s %6.1f us%n", names[i], 1e6 * times[i]);
        }
    }

    private static MixedDensity regression(String link) {
        SplittableRandom random = new SplittableRandom(1);
        double[] x = random.doubles(OBSERVATIONS, -2, 2).toArray();
        double[] y = Arrays.stream(x)
                .map(v -> random.nextDouble() < 0.5 + 0.2 * v ? 1 : 0)
                .toArray();
        String model = "model { a ~ dnorm(0, 0.1)  b ~ dnorm(0, 0.1)\n for (i in 1:n) { y[i] ~ dbern(p[i])  "
                + link.formatted("a + b * x[i]") + " } }";
        return compiled(
                model,
                Map.of(
                        "n", DataArray.scalar(OBSERVATIONS),
                        "x", DataArray.vector(x),
                        "y", DataArray.vector(y)));
    }

    private static MixedDensity truncated(String truncation) {
        SplittableRandom random = new SplittableRandom(2);
        double[] y = random.doubles(OBSERVATIONS, 0, 3).toArray();
        double[] group =
                random.doubles(OBSERVATIONS, 1, GROUPS + 1).map(Math::floor).toArray();
        String model = "model { for (j in 1:m) { mu[j] ~ dnorm(1, 1) }  tau ~ dgamma(2, 2)\n"
                + " for (i in 1:n) { y[i] ~ dnorm(mu[g[i]], tau) " + truncation + " } }";
        return compiled(
                model,
                Map.of(
                        "n", DataArray.scalar(OBSERVATIONS),
                        "m", DataArray.scalar(GROUPS),
                        "g", DataArray.vector(group),
                        "y", DataArray.vector(y)));
    }

    private static MixedDensity compiled(String model, Map<String, DataArray> data) {
        return Model.of(model).with(data).compile();
    }

    /** Seconds of the processor for a density and its gradient, at moving points; the least of several. */
    private static double time(MixedDensity density) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Cursor cursor = density.cursor();
        double[] q = new double[density.space().dimension()];
        double[] gradient = new double[q.length];
        double least = Double.POSITIVE_INFINITY;
        double sink = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long begun = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < GRADIENTS; i++) {
                q[i % q.length] = 0.3 * Math.sin(i);
                cursor.moveTo(q);
                sink += cursor.logDensityAndGradient(gradient);
            }
            least = Math.min(least, (threads.getCurrentThreadCpuTime() - begun) * 1e-9 / GRADIENTS);
        }
        if (Double.isNaN(sink)) {
            throw new IllegalStateException("a gradient is not a number");
        }
        return least;
    }
}
