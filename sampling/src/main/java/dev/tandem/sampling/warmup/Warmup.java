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

/**
 * Finds a kernel's tuning from a start of finite density: a list of stages, each handing its result to the next. Between
 * stages nothing is kept but tuning, position and randomness, so that warmup can be broken off and taken up there.
 */
public final class Warmup {
    /** A stage and its share of the iterations. */
    private record Part(Stage stage, double share) {}

    private static final List<Part> PLAN = List.of(
            new Part(new Annealing(), 0.08),
            new Part(new Exploration(), 0.12),
            new Part(new MetricChoice(), 0.4),
            new Part(new TrajectoryChoice(), 0.25),
            new Part(new StepSizeChoice(), 0.15));

    /** What moves of long range may cost until it is known what else a trajectory costs. */
    private static final int FIRST_WEIGHTS = 256;

    /** All that is left to do when the tuning was fixed by hand. */
    private static final List<Part> BURN_IN = List.of(new Part(new BurnIn(), 1));

    private final List<Part> plan;
    private final Bench bench;
    private final int iterations;
    private final Randomness random;

    /** Says that the chain gets nowhere from where it was started; it carries nothing. */
    public static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost() {
            super("the chain gets nowhere from its start", null, false, false);
        }
    }

    /** Hears of each iteration of warmup. */
    @FunctionalInterface
    public interface Listener {
        void iterated(String stage, Tuning tuning, Transition outcome);
    }

    /** A warmup of {@code iterations} iterations at most, which moves the cursor of the kernel. */
    public Warmup(
            MixedDensity density,
            KernelFamily family,
            Kernel kernel,
            Fixed fixed,
            int iterations,
            Randomness random,
            Listener listener) {
        this(density, family, kernel, fixed, iterations, false, random, listener);
    }

    /** The same; with {@code givesUp} its stages throw {@link Lost} where that is all they could say. */
    public Warmup(
            MixedDensity density,
            KernelFamily family,
            Kernel kernel,
            Fixed fixed,
            int iterations,
            boolean givesUp,
            Randomness random,
            Listener listener) {
        plan = plan(fixed);
        bench = new Bench(density, family, fixed, kernel.cursor(), kernel, givesUp, random, listener);
        this.iterations = iterations;
        this.random = random;
    }

    private static List<Part> plan(Fixed fixed) {
        return fixed.everything().isPresent() ? BURN_IN : PLAN;
    }

    /** The names of the stages in order. */
    public static List<String> stages(Fixed fixed) {
        return plan(fixed).stream().map(part -> part.stage().name()).toList();
    }

    /** The tuning to begin the first stage with. */
    public Tuning begin() {
        Fixed fixed = bench.fixed;
        if (fixed.everything().isPresent()) {
            return fixed.everything().get();
        }
        Cursor cursor = bench.cursor;
        int sites = cursor.space().sites();
        KineticEnergy kinetic = fixed.kinetic().orElseGet(() -> bench.scales().metric());
        Tuning initial = Tuning.initial(cursor.space());
        return (cursor.space().dimension() == 0 ? initial : initial.withLongRangeWeights(FIRST_WEIGHTS))
                .withSites(Math.max(1, sites / 4), sites)
                .withKinetic(kinetic)
                .withStepSize(fixed.stepSize().orElseGet(() -> FirstStepSize.find(cursor, kinetic, random)));
    }

    /** Runs all stages one after the other. */
    public Tuning runAll() {
        Tuning tuning = begin();
        for (int stage = 0; stage < plan.size(); stage++) {
            tuning = run(stage, tuning);
        }
        return tuning;
    }

    /** Runs one stage, counted from 0, and returns the tuning that it found. */
    public Tuning run(int stage, Tuning tuning) {
        Part part = plan.get(stage);
        Tuning found = part.stage().run(bench, tuning, (int) Math.round(part.share() * iterations));
        bench.anchor();
        return bench.fixed.stepSize().isPresent()
                ? found.withStepSize(bench.fixed.stepSize().getAsDouble())
                : found;
    }
}
