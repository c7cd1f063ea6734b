package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.Course;
import dev.tandem.sampling.WarmupHistory.Column;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Warmup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    private final int target;
    private final Recorder.ForChain recorder;
    private final BooleanSupplier cancelled;
    private final List<String> stages;
    private final RandomStream random;
    private final Transition outcome = new Transition();
    private final double[] statistics = new double[Statistic.values().length];
    /** The log density, then the unknowns that are not reported. */
    private final double[] judged;

    private final double[] history = new double[Column.values().length];

    private Course course;
    private Cursor cursor;
    private Kernel kernel;
    private Tuning tuning;
    private String stage = "start";
    private int stagesDone;
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

    /** What the chains of a run have in common. */
    record Plan(MixedDensity density, KernelFamily family, Settings settings, Progress.Listener listener) {}

    /** A chain that is to have {@code target} draws in the end. */
    Chain(Plan plan, int number, int target, Recorder.ForChain recorder, BooleanSupplier cancelled) {
        density = plan.density();
        family = plan.family();
        settings = plan.settings();
        listener = plan.listener();
        this.number = number;
        this.target = target;
        this.recorder = recorder;
        this.cancelled = cancelled;
        stages = settings.stages();
        random = RandomStream.of(settings.seed(), number);
        judged = new double[1 + density.space().roles().hiddenSize()];
        course = new Course(judged.length);
    }

    /** Returns whether the chain has all of its draws now. */
    boolean run() {
        try {
            sample();
            return drawn >= target;
        } catch (RecordingException e) {
            throw e;
        } catch (SamplingException e) {
            throw new SamplingException("chain " + (number + 1) + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new SamplingException(
                    "chain " + (number + 1) + ", iteration " + (iteration + 1) + " (" + stage
                            + "): the density failed with " + e,
                    e);
        }
    }

    private void sample() {
        begun = System.nanoTime();
        Optional<Recorder.Resumption> from = recorder.begun();
        cursor = density.cursor();
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
        draw();
        recorder.ended(tuning, times());
    }

    private void start() {
        if (settings.starts().isEmpty()) {
            StartSearch.run(cursor, random);
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
        // q last: what a cursor says after it was moved depends on its state alone.
        cursor.assignAll(anchor.x());
        cursor.moveTo(anchor.q());
        kernel = family.create(cursor);
        random.restore(anchor.random());
        tuning = anchor.tuning();
        stagesDone = anchor.stages();
        drawn = anchor.drawn();
        // A folder that an earlier version wrote has none.
        course = anchor.course().elements() == judged.length ? anchor.course().copy() : course;
        iteration = anchor.tally().iteration();
        resumedAt = iteration;
        counted = anchor.tally().counted();
        divergences = anchor.tally().divergences();
        acceptanceSum = anchor.tally().acceptanceSum();
        restarts = anchor.tally().restarts();
        stage = stagesDone < stages.size() ? stages.get(stagesDone) : SAMPLING;
        tell(tuning);
    }

    private void warmUp(boolean fresh) {
        if (cursor.space().isEmpty() && stagesDone < stages.size()) {
            // There is nothing to tune, and every draw is independent of the others.
            stagesDone = stages.size();
            endWarmup();
            recorder.anchored(this::anchor, times(), true);
        }
        boolean begin = fresh;
        while (stagesDone < stages.size()) {
            Warmup warmup = new Warmup(
                    density,
                    family,
                    kernel,
                    settings.fixed(),
                    settings.warmup(),
                    settings.starts().isEmpty() && restarts < MOST_RESTARTS,
                    random,
                    this::warmupIterated);
            try {
                if (begin) {
                    tuning = warmup.begin();
                }
                runStages(warmup);
            } catch (Warmup.Lost e) {
                startAgain();
                begin = true;
            }
        }
        cpuBegun = cpuSeconds();
    }

    private void runStages(Warmup warmup) {
        while (stagesDone < stages.size()) {
            tuning = warmup.run(stagesDone, tuning);
            if (stagesDone == stages.size() - 1) {
                endWarmup();
            }
            stagesDone++;
            recorder.anchored(this::anchor, times(), true);
        }
    }

    /**
     * Begins warmup anew at another start. The chain's own stream goes on, so what follows does not depend on the other
     * chains; and a run that is taken up again at an anchor comes by here in the same way.
     */
    private void startAgain() {
        restarts++;
        stagesDone = 0;
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
                stagesDone,
                drawn,
                q,
                x,
                tuning,
                random.save(),
                new Anchor.Tally(iteration, counted, divergences, acceptanceSum, restarts),
                course.copy());
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
        return stagesDone < stages.size()
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
        note(Column.STAGE, stagesDone);
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
