package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.Helpers;
import dev.tandem.density.LimitException;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.summary.Course;
import dev.tandem.sampling.WarmupHistory.Column;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import dev.tandem.sampling.warmup.Learned;
import dev.tandem.sampling.warmup.Plan;
import dev.tandem.sampling.warmup.Warmup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;

/** One chain from its start, or from where it left off, to a number of draws. */
final class Chain {
    private static final String SAMPLING = "sampling";

    /** A density whose every start leads nowhere should be seen, not tried for ever. */
    private static final int MOST_RESTARTS = 3;

    private final MixedDensity density;
    private final KernelFamily family;
    private final Settings settings;
    private final int number;
    private final Progress.Listener listener;
    private final Mark mark;
    private final int target;
    private final Recorder.ForChain recorder;
    private final BooleanSupplier cancelled;
    private final Plan plan;
    private final AtomicIntegerArray begunAt;
    private final RandomStream random;
    private final Transition outcome = new Transition();
    private final double[] statistics = new double[Statistic.values().length];
    /** The log density, then the unknowns that are not reported. */
    private final double[] judged;

    private final double[] history = new double[Column.values().length];

    private Course course;
    private Helpers helpers = Helpers.NONE;
    private Cursor cursor;
    private Kernel kernel;
    private Tuning tuning;
    private String stage = "start";
    private int roundsDone;
    private Learned learned = Learned.NOTHING;
    private int drawn;
    private int iteration;
    private int resumedAt;
    private int counted;
    private int divergences;
    private int restarts;
    private double acceptanceSum;
    private long notANumber;

    private ChainTimes before = ChainTimes.NONE;
    private long begun;
    private double cpuBegun;

    /** Ends warmup at a cancellation; it carries nothing. */
    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Cancelled() {
            super("cancelled", null, false, false);
        }
    }

    /**
     * What the chains of a run have in common.
     *
     * @param resumedAt the iterations of each chain that an earlier run has done, plus one; 0 if it has not been asked
     */
    record Common(
            MixedDensity density,
            KernelFamily family,
            Settings settings,
            Plan plan,
            Progress.Listener listener,
            AtomicIntegerArray resumedAt) {}

    /** A chain that is to come to a mark. */
    Chain(Common common, int number, Mark mark, Recorder.ForChain recorder, BooleanSupplier cancelled) {
        density = common.density();
        family = common.family();
        settings = common.settings();
        listener = common.listener();
        this.number = number;
        this.mark = mark;
        target = mark.draws();
        this.recorder = recorder;
        this.cancelled = cancelled;
        plan = common.plan();
        begunAt = common.resumedAt();
        random = RandomStream.of(settings.seed(), number);
        judged = new double[1 + density.space().roles().hiddenSize()];
        course = new Course(judged.length);
    }

    /** Says who may help with large sums. */
    void helpedBy(Helpers others) {
        helpers = others;
    }

    /** Returns whether the chain has all of its draws now. */
    boolean run() {
        try {
            sample();
            return roundsDone >= mark.rounds() && drawn >= target;
        } catch (RecordingException e) {
            throw e;
        } catch (SamplingException e) {
            throw new SamplingException("chain " + (number + 1) + ": " + e.getMessage(), e);
        } catch (LimitException e) {
            throw new SamplingException(where() + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new SamplingException(where() + "the density failed with " + e, e);
        }
    }

    private String where() {
        return "chain " + (number + 1) + ", iteration " + (iteration + 1) + " (" + stage + "): ";
    }

    private void sample() {
        begun = System.nanoTime();
        Optional<Recorder.Resumption> from = recorder.begun();
        cursor = density.cursor();
        cursor.helpedBy(helpers);
        tuning = Tuning.initial(cursor.space());
        try {
            if (from.isPresent()) {
                restore(from.get());
            } else {
                start();
            }
            warmUp(from.isEmpty());
        } catch (Cancelled e) {
            recorder.ended(Tuning.initial(cursor.space()), times());
            return;
        }
        if (roundsDone == plan.rounds()) {
            takeUpTuning();
            draw();
        }
        recorder.ended(tuning, times());
    }

    /** What chains agreed on at the end of warmup; after the first draw a chain has it. */
    private void takeUpTuning() {
        if (drawn == 0 && target > 0 && plan.meetsAfter(roundsDone)) {
            Optional<Agreement> agreement = recorder.agreed(roundsDone);
            if (agreement.isPresent()) {
                tuning = agreement.get().takenOverBy(tuning, cursor);
            }
        }
    }

    private void start() {
        if (settings.starts().isEmpty()) {
            StartSearch.run(cursor, settings.warmup(), random, density::whyImpossible);
            // A search may look at impossible places; what counts is what the chain meets.
            notANumber = cursor.work().notANumber();
        } else {
            settings.starts().get(number % settings.starts().size()).place(cursor);
        }
        kernel = family.create(cursor);
    }

    private void restore(Recorder.Resumption resumption) {
        Anchor anchor = resumption.anchor();
        before = resumption.times();
        if (!anchor.tuning().centring().isNone()) {
            anchor.tuning().centring().apply(cursor);
        }
        // q last: what a cursor says after it was moved depends on its state alone.
        cursor.assignAll(anchor.x());
        cursor.moveTo(anchor.q());
        kernel = family.create(cursor);
        random.restore(anchor.random());
        tuning = anchor.tuning();
        roundsDone = anchor.rounds();
        learned = anchor.learned();
        drawn = anchor.drawn();
        // A folder that an earlier version wrote has none.
        course = anchor.course().elements() == judged.length ? anchor.course().copy() : course;
        iteration = anchor.tally().iteration();
        // A chain is taken up after every meeting; what counts is what it had when the run was.
        begunAt.compareAndSet(number, 0, iteration + 1);
        resumedAt = begunAt.get(number) - 1;
        counted = anchor.tally().counted();
        divergences = anchor.tally().divergences();
        acceptanceSum = anchor.tally().acceptanceSum();
        restarts = anchor.tally().restarts();
        stage = roundsDone < plan.rounds() ? plan.name(roundsDone) : SAMPLING;
        tell(tuning);
    }

    private void warmUp(boolean fresh) {
        if (cursor.space().isEmpty() && roundsDone < plan.rounds()) {
            // There is nothing to tune, and every draw is independent of the others.
            roundsDone = plan.rounds();
            endWarmup();
            recorder.anchored(this::anchor, times(), true);
        }
        boolean begin = fresh;
        while (roundsDone < mark.rounds()) {
            boolean mayStartAgain = settings.starts().isEmpty() && restarts < MOST_RESTARTS;
            Warmup warmup = new Warmup(
                    density, family, kernel, settings.fixed(), plan, mayStartAgain, random, this::warmupIterated);
            try {
                if (begin) {
                    tuning = warmup.begin();
                }
                runRounds(warmup, mayStartAgain);
            } catch (Warmup.Lost e) {
                startAgain();
                begin = true;
            }
        }
        cpuBegun = cpuSeconds();
    }

    private void runRounds(Warmup warmup, boolean mayStartAgain) {
        while (roundsDone < mark.rounds()) {
            Optional<Agreement> agreement = Optional.empty();
            if (plan.meetsAfter(roundsDone)) {
                int met = roundsDone;
                agreement = recorder.agreed(met);
                Agreement agreed = agreement.orElseThrow(
                        () -> new IllegalStateException("the chains have not met after round " + met));
                if (mayStartAgain && agreed.leavesBehind(tuning)) {
                    throw new Warmup.Lost();
                }
                tuning = agreed.takenOverBy(tuning, cursor);
                roundsDone = agreed.next();
            }
            tuning = warmup.run(roundsDone, tuning, agreement);
            learned = warmup.learned();
            if (roundsDone == plan.rounds() - 1) {
                endWarmup();
            }
            roundsDone++;
            recorder.anchored(this::anchor, times(), true);
        }
    }

    /**
     * Begins warmup anew at another start. The chain's own stream goes on, so what follows does not depend on the other
     * chains; and a run that is taken up again at an anchor comes by here in the same way.
     */
    private void startAgain() {
        restarts++;
        Centring.NONE.apply(cursor);
        roundsDone = 0;
        iteration = 0;
        counted = 0;
        divergences = 0;
        acceptanceSum = 0;
        start();
    }

    private void endWarmup() {
        before = times();
        begun = System.nanoTime();
        cpuBegun = cpuSeconds();
        iteration = settings.warmup();
        counted = 0;
        divergences = 0;
        acceptanceSum = 0;
    }

    private Anchor anchor() {
        double[] q = new double[cursor.space().dimension()];
        int[] x = new int[cursor.space().sites()];
        cursor.copyPosition(q);
        cursor.copyValues(x);
        return new Anchor(
                roundsDone,
                drawn,
                q,
                x,
                tuning,
                random.save(),
                new Anchor.Tally(iteration, counted, divergences, acceptanceSum, restarts),
                course.copy(),
                drawn == 0 ? learned : Learned.NOTHING);
    }

    private void draw() {
        stage = SAMPLING;
        double[] values = new double[density.space().reportedSize()];
        int perAnchor = settings.drawsPerAnchor();
        while (drawn < target && !cancelled.getAsBoolean()) {
            if (!takeDraw(values)) {
                return;
            }
            drawn++;
            if (drawn % perAnchor == 0) {
                kernel.anchor();
                // From the last one a finished chain can be made longer.
                recorder.anchored(this::anchor, times(), target - drawn < perAnchor);
            }
        }
    }

    /** One draw; false if it was cancelled half way, and dropped. */
    private boolean takeDraw(double[] values) {
        Arrays.fill(statistics, 0);
        long gradients = cursor.work().gradients();
        long invalid = cursor.work().notANumber();
        int deepest = 0;
        for (int i = 0; i < settings.thin(); i++) {
            if (i > 0 && cancelled.getAsBoolean()) {
                return false;
            }
            kernel.step(tuning, random, outcome);
            add(Statistic.ACCEPTANCE, outcome.acceptance / settings.thin());
            add(Statistic.DIVERGENT, outcome.divergent ? 1 : 0);
            add(Statistic.STEPS, outcome.steps);
            deepest = Math.max(deepest, outcome.depth);
            add(Statistic.VISITS, (double) outcome.visits);
            add(Statistic.CHANGES, (double) outcome.changes);
            iterated(tuning);
        }
        add(Statistic.DEPTH, deepest);
        add(Statistic.ENERGY, outcome.energy);
        cursor.complete(RandomStream.seed(settings.seed(), number, drawn));
        cursor.report(values);
        judged[0] = outcome.logDensity;
        cursor.reportHidden(judged, 1);
        course.add(judged);
        add(Statistic.GRADIENTS, (double) (cursor.work().gradients() - gradients));
        add(Statistic.NOT_A_NUMBER, (double) (cursor.work().notANumber() - invalid));
        recorder.drew(statistics, values);
        return true;
    }

    private void add(Statistic statistic, double value) {
        statistics[statistic.column()] += value;
    }

    private ChainTimes times() {
        double seconds = (System.nanoTime() - begun) * 1e-9;
        return roundsDone < plan.rounds()
                ? new ChainTimes(before.warmup() + seconds, 0, 0)
                : new ChainTimes(
                        before.warmup(), before.sampling() + seconds, before.samplingCpu() + cpuSeconds() - cpuBegun);
    }

    private static double cpuSeconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() * 1e-9 : Double.NaN;
    }

    private void warmupIterated(String warmupStage, Tuning tried, Transition transition) {
        if (cancelled.getAsBoolean()) {
            throw new Cancelled();
        }
        stage = warmupStage;
        outcome.copy(transition);
        note(Column.STAGE, plan.stage(roundsDone));
        note(Column.STEP_SIZE, tried.stepSize());
        note(Column.ACCEPTANCE, outcome.acceptance);
        note(Column.DIVERGENT, outcome.divergent ? 1 : 0);
        note(Column.STEPS, outcome.steps);
        long invalid = cursor.work().notANumber();
        note(Column.NOT_A_NUMBER, (double) (invalid - notANumber));
        notANumber = invalid;
        recorder.warmedUp(history);
        iterated(tried);
    }

    private void note(Column column, double value) {
        history[column.place()] = value;
    }

    private void iterated(Tuning inUse) {
        iteration++;
        counted++;
        acceptanceSum += outcome.acceptance;
        divergences += outcome.divergent ? 1 : 0;
        tell(inUse);
    }

    private void tell(Tuning inUse) {
        long total = settings.warmup() + (long) target * settings.thin();
        listener.progressed(new Progress(
                number,
                stage,
                iteration,
                (int) Math.min(total, Integer.MAX_VALUE),
                resumedAt,
                inUse.stepSize(),
                divergences,
                acceptanceSum / counted));
    }
}
