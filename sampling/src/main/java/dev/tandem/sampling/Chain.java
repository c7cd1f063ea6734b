package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.Draws;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Warmup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** One chain from its start to its last draw. */
final class Chain {
    private static final String SAMPLING = "sampling";

    private final MixedDensity density;
    private final KernelFamily family;
    private final Settings settings;
    private final int number;
    private final Draws.Builder draws;
    private final Progress.Listener listener;
    private final BooleanSupplier cancelled;
    private final RandomStream random;
    private final Transition outcome = new Transition();

    private String stage = "start";
    private int iteration;
    private int divergences;
    private double acceptanceSum;
    private int counted;
    private double cpuBefore;

    /** Ends warmup at a cancellation; it carries nothing. */
    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Cancelled() {
            super("cancelled", null, false, false);
        }
    }

    Chain(
            MixedDensity density,
            KernelFamily family,
            Settings settings,
            int number,
            Draws.Builder draws,
            Progress.Listener listener,
            BooleanSupplier cancelled) {
        this.density = density;
        this.family = family;
        this.settings = settings;
        this.number = number;
        this.draws = draws;
        this.listener = listener;
        this.cancelled = cancelled;
        random = RandomStream.of(settings.seed(), number);
    }

    ChainReport run() {
        try {
            return sample();
        } catch (SamplingException e) {
            throw new SamplingException("chain " + (number + 1) + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new SamplingException(
                    "chain " + (number + 1) + ", iteration " + (iteration + 1) + " (" + stage
                            + "): the density failed with " + e,
                    e);
        }
    }

    private ChainReport sample() {
        long begun = System.nanoTime();
        Cursor cursor = density.cursor();
        if (settings.starts().isEmpty()) {
            StartSearch.run(cursor, random);
        } else {
            settings.starts().get(number % settings.starts().size()).place(cursor);
        }
        Kernel kernel = family.create(cursor);
        Tuning tuning;
        try {
            tuning = Warmup.run(
                    density, family, kernel, settings.fixed(), settings.warmup(), random, this::warmupIterated);
        } catch (Cancelled e) {
            return report(Tuning.initial(cursor.space()), cursor, 0, new Totals(), new double[0], begun, begun);
        }
        long warm = System.nanoTime();
        cpuBefore = cpuSeconds();
        stage = SAMPLING;
        iteration = settings.warmup();
        divergences = 0;
        acceptanceSum = 0;
        counted = 0;
        return draw(kernel, tuning, begun, warm);
    }

    private static final class Totals {
        int deepest;
        long steps;
        long visits;
        long changes;
    }

    private ChainReport draw(Kernel kernel, Tuning tuning, long begun, long warm) {
        Cursor cursor = kernel.cursor();
        long gradients = cursor.work().gradients();
        double[] values = new double[density.space().reportedSize()];
        double[] energies = new double[settings.draws()];
        Totals totals = new Totals();
        int kept = 0;
        while (kept < settings.draws() && !cancelled.getAsBoolean()) {
            for (int i = 0; i < settings.thin(); i++) {
                kernel.step(tuning, random, outcome);
                totals.deepest = Math.max(totals.deepest, outcome.depth);
                totals.steps += outcome.steps;
                totals.visits += outcome.visits;
                totals.changes += outcome.changes;
                iterated(tuning);
            }
            energies[kept++] = outcome.energy;
            cursor.report(values);
            draws.append(number, values);
        }
        return report(
                tuning,
                cursor,
                cursor.work().gradients() - gradients,
                totals,
                Arrays.copyOf(energies, kept),
                begun,
                warm);
    }

    private ChainReport report(
            Tuning tuning, Cursor cursor, long gradients, Totals totals, double[] energies, long begun, long warm) {
        return new ChainReport(
                tuning,
                counted == 0 ? Double.NaN : acceptanceSum / counted,
                divergences,
                totals.deepest,
                totals.steps,
                gradients,
                totals.visits,
                totals.changes,
                cursor.work().notANumber(),
                energies,
                (warm - begun) * 1e-9,
                (System.nanoTime() - warm) * 1e-9,
                cpuSeconds() - cpuBefore);
    }

    private static double cpuSeconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() * 1e-9 : Double.NaN;
    }

    private void warmupIterated(String warmupStage, Tuning tuning, Transition transition) {
        if (cancelled.getAsBoolean()) {
            throw new Cancelled();
        }
        stage = warmupStage;
        outcome.copy(transition);
        iterated(tuning);
    }

    private void iterated(Tuning tuning) {
        iteration++;
        counted++;
        acceptanceSum += outcome.acceptance;
        divergences += outcome.divergent ? 1 : 0;
        int total = settings.warmup() + settings.draws() * settings.thin();
        listener.progressed(
                new Progress(number, stage, iteration, total, tuning.stepSize(), divergences, acceptanceSum / counted));
    }
}
