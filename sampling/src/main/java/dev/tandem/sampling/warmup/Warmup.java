package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;
import java.util.Optional;

/**
 * Finds a kernel's tuning from a start of finite density: a list of stages, each handing its result to the next. Between
 * stages nothing is kept but tuning, position and randomness, so that warmup can be broken off and taken up there.
 */
public final class Warmup {
    /** What moves of long range may cost until it is known what else a trajectory costs. */
    private static final int FIRST_WEIGHTS = 256;

    private final Plan plan;
    private final Bench bench;
    private final Randomness random;
    private Learned learned = Learned.NOTHING;

    /** Says that the chain gets nowhere from where it was started; it carries nothing. */
    public static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Lost() {
            super("the chain gets nowhere from its start", null, false, false);
        }
    }

    /** Hears of each iteration of warmup. */
    @FunctionalInterface
    public interface Listener {
        void iterated(String stage, Tuning tuning, Transition outcome);
    }

    /** A warmup of a single chain, with {@code iterations} iterations at most, which moves the cursor of the kernel. */
    public Warmup(
            MixedDensity density,
            KernelFamily family,
            Kernel kernel,
            Fixed fixed,
            int iterations,
            Randomness random,
            Listener listener) {
        this(density, family, kernel, fixed, Plan.of(fixed, iterations, 1), false, random, listener);
    }

    /** A warmup of one chain of several; with {@code givesUp} its stages throw {@link Lost} where that is all they could say. */
    public Warmup(
            MixedDensity density,
            KernelFamily family,
            Kernel kernel,
            Fixed fixed,
            Plan plan,
            boolean givesUp,
            Randomness random,
            Listener listener) {
        this.plan = plan;
        bench = new Bench(density, family, fixed, kernel.cursor(), kernel, givesUp, random, listener);
        this.random = random;
    }

    /** The tuning to begin the first stage with. */
    public Tuning begin() {
        Fixed fixed = bench.fixed;
        if (fixed.everything().isPresent()) {
            Tuning given = fixed.everything().get();
            if (!given.centring().isNone()) {
                given.centring().apply(bench.cursor);
            }
            return given;
        }
        Cursor cursor = bench.cursor;
        int sites = cursor.space().sites();
        // Heat favours what has the more volume: with effects as coordinates that is priors without end.
        Centring centring = Centring.standardised(bench.effects);
        if (!centring.isNone()) {
            centring.apply(cursor);
        }
        KineticEnergy kinetic = fixed.kinetic().orElseGet(bench::firstMetric);
        Tuning initial = Tuning.initial(cursor.space());
        return (cursor.space().dimension() == 0 ? initial : initial.withLongRangeWeights(FIRST_WEIGHTS))
                .withSites(Math.max(1, sites / 4), sites)
                .withKinetic(kinetic)
                .withCentring(centring)
                .withStepSize(fixed.stepSize().orElseGet(() -> FirstStepSize.find(cursor, kinetic, random)));
    }

    /** Runs all rounds of a chain that meets nobody. */
    public Tuning runAll() {
        Tuning tuning = begin();
        Optional<Agreement> before = Optional.empty();
        int done = 0;
        while (done < plan.rounds()) {
            tuning = run(
                    done, tuning, before.filter(agreement -> agreement.tuning().isPresent()));
            done++;
            if (plan.meetsAfter(done)) {
                boolean mixed = bench.cursor.space().sites() > 0;
                Agreement agreed =
                        Meeting.of(plan, bench.fixed, done, List.of(tuning), List.of(learned), mixed, before);
                tuning = agreed.takenOverBy(tuning, bench.cursor);
                done = agreed.next();
                before = Optional.of(agreed);
            }
        }
        return tuning;
    }

    /**
     * Runs one round, counted from 0, and returns the tuning that it found.
     *
     * @param agreed what chains last agreed on
     */
    public Tuning run(int round, Tuning tuning, Optional<Agreement> agreed) {
        Plan.Part part = plan.part(round);
        bench.candidates = agreed.map(Agreement::candidates).orElse(List.of());
        bench.orderGroups(tuning);
        Tuning found = part.stage().run(bench, tuning, part.iterations());
        learned = bench.notes.learned();
        bench.anchor();
        return bench.fixed.stepSize().isPresent()
                ? found.withStepSize(bench.fixed.stepSize().getAsDouble())
                : found;
    }

    /** What was learned in the last round, besides the tuning. */
    public Learned learned() {
        return learned;
    }
}
