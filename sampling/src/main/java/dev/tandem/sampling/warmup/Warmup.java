package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;

/** Finds a kernel's tuning from a start of finite density: a list of stages, each handing its result to the next. */
public final class Warmup {
    /** A stage and its share of the iterations. */
    private record Part(Stage stage, double share) {}

    private static final List<Part> PLAN = List.of(
            new Part(new Annealing(), 0.08),
            new Part(new Exploration(), 0.12),
            new Part(new MetricChoice(), 0.4),
            new Part(new TrajectoryChoice(), 0.25),
            new Part(new StepSizeChoice(), 0.15));

    private Warmup() {}

    /** Hears of each iteration of warmup. */
    @FunctionalInterface
    public interface Listener {
        void iterated(String stage, Tuning tuning, Transition outcome);
    }

    /** Runs {@code iterations} iterations at most and returns the tuning found; the cursor ends where the chain is. */
    public static Tuning run(
            MixedDensity density,
            KernelFamily family,
            Kernel kernel,
            Fixed fixed,
            int iterations,
            Randomness random,
            Listener listener) {
        Cursor cursor = kernel.cursor();
        Bench bench = new Bench(density, family, fixed, cursor, kernel, random, listener);
        if (fixed.everything().isPresent()) {
            for (int i = 0; i < iterations; i++) {
                bench.iterate("burn-in", kernel, fixed.everything().get());
            }
            return fixed.everything().get();
        }
        int sites = cursor.space().sites();
        KineticEnergy kinetic = fixed.kinetic().orElseGet(() -> bench.scales().metric());
        Tuning tuning = Tuning.initial(cursor.space())
                .withSites(Math.max(1, sites / 4), sites)
                .withKinetic(kinetic)
                .withStepSize(fixed.stepSize().orElseGet(() -> FirstStepSize.find(cursor, kinetic, random)));
        for (Part part : PLAN) {
            tuning = part.stage().run(bench, tuning, (int) Math.round(part.share() * iterations));
            if (fixed.stepSize().isPresent()) {
                tuning = tuning.withStepSize(fixed.stepSize().getAsDouble());
            }
        }
        kernel.reload();
        return tuning;
    }
}
