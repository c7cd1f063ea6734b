package dev.tandem.benchmark;

import dev.tandem.models.VariableSelection;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Times the mixed step of node M-HMC on variable selection: one leapfrog step and one site visit. Its twin is
 * mixed_step.c, which reads the data that {@code data FILE} writes; mixed-step.sh runs both.
 */
public final class MixedStepTimer {
    private static final long DATA_SEED = 1;

    /** As in mixed_step.c. */
    private static final double STEP_SIZE = 0.16;

    private static final int STEPS = 20;
    private static final int BURN_IN = 20_000;
    private static final int ITERATIONS = 500;
    private static final int REPEATS = 101;

    private MixedStepTimer() {}

    public static void main(String[] arguments) throws IOException {
        VariableSelection density = VariableSelection.simulated(DATA_SEED);
        if (arguments.length == 2 && arguments[0].equals("data")) {
            Files.writeString(Path.of(arguments[1]), data(density));
            return;
        }
        System.out.println(measure(density));
    }

    /** The sizes, then X column by column in digits that read back to the same bits, then y. */
    private static String data(VariableSelection density) {
        StringBuilder text = new StringBuilder();
        text.append(density.observations()).append(' ').append(density.predictors());
        for (int j = 0; j < density.predictors(); j++) {
            text.append('\n');
            for (int i = 0; i < density.observations(); i++) {
                text.append(density.predictor(i, j)).append(' ');
            }
        }
        text.append('\n');
        for (int i = 0; i < density.observations(); i++) {
            text.append(density.outcome(i)).append(' ');
        }
        return text.append('\n').toString();
    }

    /** Median processor time (others may share the machine), then what shows that C and Java run the same chain in law. */
    private static String measure(VariableSelection density) {
        KernelFamily family = KernelFamily.of(KernelFamily.Method.NODE).withJitter(false);
        Tuning tuning = new Tuning(
                STEP_SIZE, DiagonalMetric.unit(density.predictors()), STEP_SIZE * STEPS, 1, 1, 1, WalkWidths.common(1));
        Kernel kernel = family.create(density.cursor());
        RandomStream random = RandomStream.of(1, 0);
        Transition outcome = new Transition();
        for (int i = 0; i < BURN_IN; i++) {
            kernel.step(tuning, random, outcome);
        }
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        double[] times = new double[REPEATS];
        double acceptance = 0;
        long changes = 0;
        long switchedOn = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long begun = clock.getCurrentThreadCpuTime();
            for (int i = 0; i < ITERATIONS; i++) {
                kernel.step(tuning, random, outcome);
                acceptance += outcome.acceptance;
                changes += outcome.changes;
                for (int j = 0; j < density.predictors(); j++) {
                    switchedOn += kernel.cursor().value(j);
                }
            }
            times[repeat] = (clock.getCurrentThreadCpuTime() - begun) / ((double) ITERATIONS * STEPS);
        }
        Arrays.sort(times);
        double iterations = (double) ITERATIONS * REPEATS;
        return String.format(
                Locale.ROOT,
                "%.1f ns a step (fastest %.1f), acceptance %.3f, changes a visit %.4f, switched on %.2f",
                times[REPEATS / 2],
                times[0],
                acceptance / iterations,
                changes / (iterations * STEPS),
                switchedOn / iterations);
    }
}
