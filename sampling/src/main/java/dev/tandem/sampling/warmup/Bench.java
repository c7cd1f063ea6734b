package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;

/** The workbench of one chain's warmup: its cursor, the kernel to be tuned, and a tree that explores before it is. */
final class Bench {
    /** In units of the scales, which warmup learns: steps that short lead nowhere. */
    private static final double SHORTEST_STEP = 1e-6;

    /** So many long trajectories of such steps, or iterations without a move, and the chain is lost. */
    private static final int PATIENCE = 20;

    private static final int LONG = 500;

    /** Places around the start that the first scales are taken from. */
    private static final int PROBES = 10;

    /** So many iterations without a move, however long the steps, and it is lost too. */
    private static final int STUCK = 60;

    final KernelFamily family;
    final Fixed fixed;
    final Cursor cursor;
    final Kernel kernel;
    final Kernel explorer;
    final Transition outcome = new Transition();
    final double[] position;
    final double[] gradient;
    final double sweepCost;
    final List<Effects> effects;
    /** The metrics that are to compete; empty for that of the tuning alone. */
    List<KineticEnergy> candidates = List.of();
    /** What is learned in this round. */
    Notes notes = new Notes();

    private final boolean givesUp;
    private final Randomness random;
    private final Warmup.Listener listener;
    private Kernel last;
    private int crawled;
    private int unmoved;
    private boolean lost;
    private long treeSteps;
    private long trees;

    Bench(
            MixedDensity density,
            KernelFamily family,
            Fixed fixed,
            Cursor cursor,
            Kernel kernel,
            boolean givesUp,
            Randomness random,
            Warmup.Listener listener) {
        this.family = family;
        this.fixed = fixed;
        this.cursor = cursor;
        this.kernel = kernel;
        this.givesUp = givesUp;
        this.random = random;
        this.listener = listener;
        sweepCost = density.sweepCost();
        // A metric that was fixed by hand is meant for the model's own unknowns, and so are particles.
        effects = fixed.kinetic().isPresent() || family.needsChains() ? List.of() : density.effects();
        position = new double[cursor.space().dimension()];
        gradient = new double[position.length];
        explorer = new KernelFamily(
                        explorer(family),
                        KernelFamily.of(KernelFamily.Method.NUTS).proposal(),
                        false,
                        family.integrator(),
                        1,
                        true)
                .create(cursor);
    }

    private static KernelFamily.Method explorer(KernelFamily family) {
        if (family.method() == KernelFamily.Method.WALNUTS || family.needsChains()) {
            return family.method();
        }
        return family.updatesWithin() ? KernelFamily.Method.NUTS : KernelFamily.Method.NUTS_WITHIN_GIBBS;
    }

    /** One iteration; returns its cost in gradients, sweeps weighed by the density's own estimate. */
    double iterate(String stage, Kernel which, Tuning tuning) {
        if (which != last) {
            which.reload();
            last = which;
        }
        long gradients = cursor.work().gradients();
        which.step(tuning, random, outcome);
        listener.iterated(stage, tuning, outcome);
        watch(tuning);
        if (lost && givesUp && (which == kernel || which == explorer)) {
            throw new Warmup.Lost();
        }
        if (which == kernel || which == explorer) {
            notes.iterated(outcome.logDensity);
        }
        if (which == explorer) {
            treeSteps += outcome.steps;
            trees++;
        }
        int sites = Math.max(1, cursor.space().sites());
        return cursor.work().gradients() - gradients + sweepCost * outcome.visits / sites;
    }

    /**
     * Counts work, not time, so that the same seed gives the same draws on every machine. Steps that grow again are
     * forgiven: dual averaging swings widely at first.
     */
    private void watch(Tuning tuning) {
        if (position.length == 0 || fixed.stepSize().isPresent()) {
            return;
        }
        boolean crawls = tuning.stepSize() < SHORTEST_STEP && fixed.kinetic().isEmpty();
        crawled = !crawls ? 0 : outcome.steps >= LONG ? crawled + 1 : crawled;
        unmoved = outcome.accepted ? 0 : unmoved + 1;
        lost |= crawled >= PATIENCE || (crawls && unmoved >= PATIENCE) || unmoved >= STUCK;
    }

    /** Goes to the copy of its mode in which groups that cannot be told apart are in order: chains learn from each other there. */
    void orderGroups(Tuning tuning) {
        if (!cursor.hasGroupsInAnyOrder()) {
            // Coordinates that go and come back are others in their last digits.
            return;
        }
        Centring centring = tuning.centring();
        if (!centring.isNone()) {
            Centring.NONE.apply(cursor);
        }
        cursor.orderGroups();
        if (!centring.isNone()) {
            centring.apply(cursor);
        }
        last = null;
    }

    /** The randomness of the chain. */
    Randomness random() {
        return random;
    }

    /** Whether the chain gets nowhere from its start. */
    boolean lost() {
        return lost;
    }

    /** Forgets everything but the position, so that a stage starts the same whether or not it follows at once. */
    void anchor() {
        kernel.anchor();
        explorer.anchor();
        last = null;
        crawled = 0;
        unmoved = 0;
        lost = false;
        treeSteps = 0;
        trees = 0;
        notes = new Notes();
        candidates = List.of();
    }

    /** Gives effects the coordinates that were found to be the best, and scales that go with them. */
    Tuning recentre(Tuning tuning, CentringEstimate estimate, ScaleEstimate scales) {
        Centring centring = estimate.centring();
        centring.apply(cursor);
        last = null;
        scales.recentred(effects, estimate.variances(centring));
        return tuning.withCentring(centring).withKinetic(scales.metric());
    }

    /**
     * The metric to begin with: the scales of one gradient, then what positions and gradients a step away say. In the bulk
     * many a gradient is near zero by chance, and one over it a scale that is too wide by far, which short steps pay for. A
     * few coordinates are probed often enough to know all directions.
     */
    KineticEnergy firstMetric() {
        ScaleEstimate scales = scales();
        LowRankEstimate directions = directions();
        if (position.length == 0) {
            return scales.metric();
        }
        KineticEnergy kinetic = scales.metric();
        double step = FirstStepSize.find(cursor, kinetic, random);
        double[] start = new double[position.length];
        double[] momentum = new double[position.length];
        cursor.copyPosition(start);
        for (int i = 0; i < Math.max(PROBES, directions.most()); i++) {
            System.arraycopy(start, 0, position, 0, start.length);
            kinetic.refresh(momentum, random);
            kinetic.drift(position, momentum, step);
            cursor.moveTo(position);
            if (Double.isFinite(cursor.logDensityAndGradient(gradient)) && finite(gradient)) {
                scales.observe(position, gradient);
                directions.observe(position, gradient);
            }
        }
        cursor.moveTo(start);
        DiagonalMetric found = scales.metric();
        return directions.alongAll(found, found);
    }

    private static boolean finite(double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    /** Scales to go on learning from, which begin as those of the stage before. */
    ScaleEstimate scales(Tuning tuning) {
        return Meeting.diagonal(tuning.kinetic()).map(ScaleEstimate::new).orElseGet(this::scales);
    }

    /** Directions to be learned on the way; none beside discrete unknowns, and none of many coordinates. */
    LowRankEstimate directions() {
        boolean few = position.length <= LowRankEstimate.FEW_COORDINATES
                && cursor.space().sites() == 0
                && !family.needsChains();
        return LowRankEstimate.onTheWay(few ? position.length : 0);
    }

    /** Scales as they look from where the chain is now. */
    private ScaleEstimate scales() {
        cursor.logDensityAndGradient(gradient);
        return new ScaleEstimate(gradient);
    }

    /** Shows the present state to an estimate of scales. */
    void observe(ScaleEstimate scales) {
        cursor.copyPosition(position);
        cursor.logDensityAndGradient(gradient);
        scales.observe(position, gradient);
    }

    /** To be called after the chain was moved, or moved away and back, by another kernel than these. */
    void moved() {
        last = null;
    }

    /** Mean steps of the explorer's trees since this was last asked. */
    double takeMeanTreeSteps() {
        double mean = Math.max(1, trees == 0 ? 8 : (double) treeSteps / trees);
        treeSteps = 0;
        trees = 0;
        return mean;
    }
}
