package dev.tandem.sampling.continuous;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * The moving point (x, q, p) of one chain, with the gradient at q and the energy error gathered so far.
 *
 * <p>The error counts the continuous parts only: what a discrete update changes in the potential is not an error, since
 * the update is reversible by itself. It alone decides acceptance.
 */
public final class Phase {
    /** A larger energy error than this is a divergence. */
    public static final double DIVERGENCE = 1000;

    private final Cursor cursor;
    private final double[] q;
    private final double[] p;
    private final double[] gradient;
    private final double[] velocity;
    private boolean velocityKnown;
    private int[] held = new int[0];
    private double logDensity;
    private double kineticEnergy;
    private double error;
    private boolean stale = true;

    public Phase(Cursor cursor) {
        this.cursor = cursor;
        int dimension = cursor.space().dimension();
        q = new double[dimension];
        p = new double[dimension];
        gradient = new double[dimension];
        velocity = new double[dimension];
        cursor.copyPosition(q);
    }

    public Cursor cursor() {
        return cursor;
    }

    /**
     * Holds coordinates where they are: they have no momentum and feel no force. With a metric that has a scale for each
     * coordinate and no more, what is left is the motion of the others at fixed values of these.
     */
    public void hold(int[] coordinates) {
        held = coordinates.clone();
        stale = true;
    }

    public boolean holds() {
        return held.length > 0;
    }

    /** Takes over the cursor's position after somebody else has set it. */
    public void reload() {
        cursor.copyPosition(q);
        stale = true;
    }

    /** Has the cursor find everything anew from its position. */
    public void anchor() {
        cursor.copyPosition(q);
        cursor.moveTo(q);
        stale = true;
    }

    /** Begins a trajectory: a new momentum, and no error yet. */
    public void begin(KineticEnergy kinetic, Randomness random) {
        if (stale) {
            evaluate();
        }
        kinetic.refresh(p, random);
        for (int i = 0; i < held.length; i++) {
            p[held[i]] = 0;
        }
        findKineticEnergy(kinetic);
        error = 0;
    }

    /** One integrator step at fixed x; its energy error is added to the sum. */
    public void step(Integrator integrator, KineticEnergy kinetic, double size) {
        if (stale) {
            evaluate();
        }
        double before = kineticEnergy - logDensity;
        integrator.advance(this, kinetic, size);
        findKineticEnergy(kinetic);
        error += kineticEnergy - logDensity - before;
    }

    /** The velocity is found with it: what follows a trajectory by its ends asks for it at each step. */
    private void findKineticEnergy(KineticEnergy kinetic) {
        kineticEnergy = kinetic.energyAndVelocity(p, velocity);
        velocityKnown = true;
    }

    /** The velocity at the momentum, as {@link KineticEnergy#velocity}; not to be written to. */
    public double[] velocity(KineticEnergy kinetic) {
        if (!velocityKnown) {
            kinetic.velocity(p, velocity);
            velocityKnown = true;
        }
        return velocity;
    }

    /** Gradient and value have to be found again before they are next used, since x has changed. */
    public void discreteChanged() {
        stale = true;
    }

    /** p moves along the gradient of the log density. */
    public void kick(double time) {
        velocityKnown = false;
        for (int i = 0; i < p.length; i++) {
            p[i] += time * gradient[i];
        }
    }

    public void drift(KineticEnergy kinetic, double time) {
        kinetic.drift(q, p, time);
        cursor.moveTo(q);
    }

    public void evaluate() {
        logDensity = cursor.logDensityAndGradient(gradient);
        for (int i = 0; i < held.length; i++) {
            gradient[held[i]] = 0;
        }
        stale = false;
    }

    /** Opens a step that does its own kicks and drifts; returns the energy to hand to {@link #closeStep}. */
    public double openStep() {
        if (stale) {
            evaluate();
        }
        return kineticEnergy - logDensity;
    }

    /** Closes such a step; {@code logChange} is what its discrete updates added to the log density. */
    public void closeStep(KineticEnergy kinetic, double energyBefore, double logChange) {
        findKineticEnergy(kinetic);
        error += kineticEnergy - logDensity - energyBefore + logChange;
    }

    /** The energy error of the continuous parts since {@link #begin}. */
    public double error() {
        return error;
    }

    public boolean diverged() {
        return !(error < DIVERGENCE);
    }

    /** Potential plus kinetic energy; the potential found first if x has changed. */
    public double energy() {
        if (stale) {
            evaluate();
        }
        return kineticEnergy - logDensity;
    }

    /** The log density where {@link #energy} was found last. */
    public double logDensity() {
        return logDensity;
    }

    public double[] momentum() {
        return p;
    }

    public double[] position() {
        return q;
    }

    /** A place to keep a phase point and return to. */
    public static final class Mark {
        private final int[] x;
        private final double[] q;
        private final double[] p;
        private final double[] gradient;
        private double logDensity;
        private double kineticEnergy;
        private double error;
        private boolean stale;

        public Mark(Phase phase) {
            x = new int[phase.cursor.space().sites()];
            q = new double[phase.q.length];
            p = new double[phase.q.length];
            gradient = new double[phase.q.length];
        }
    }

    public void save(Mark mark) {
        cursor.copyValues(mark.x);
        saveMotion(mark);
    }

    /** Saves all but x, for steps that leave x as it is. */
    void saveMotion(Mark mark) {
        System.arraycopy(q, 0, mark.q, 0, q.length);
        System.arraycopy(p, 0, mark.p, 0, p.length);
        System.arraycopy(gradient, 0, mark.gradient, 0, gradient.length);
        mark.logDensity = logDensity;
        mark.kineticEnergy = kineticEnergy;
        mark.error = error;
        mark.stale = stale;
    }

    /** Returns to what {@link #saveMotion} saved. */
    void restoreMotion(Mark mark) {
        System.arraycopy(mark.q, 0, q, 0, q.length);
        cursor.moveTo(q);
        System.arraycopy(mark.p, 0, p, 0, p.length);
        velocityKnown = false;
        System.arraycopy(mark.gradient, 0, gradient, 0, gradient.length);
        logDensity = mark.logDensity;
        kineticEnergy = mark.kineticEnergy;
        error = mark.error;
        stale = mark.stale;
    }

    /** Makes the error that of a divergence, if it is not yet. */
    void refuse() {
        if (error < DIVERGENCE) {
            error = DIVERGENCE;
        }
    }

    public void restore(Mark mark) {
        // q first: a cursor's caches are then stale, and assigning sites costs it nothing.
        System.arraycopy(mark.q, 0, q, 0, q.length);
        cursor.moveTo(q);
        cursor.assignAll(mark.x);
        System.arraycopy(mark.p, 0, p, 0, p.length);
        velocityKnown = false;
        System.arraycopy(mark.gradient, 0, gradient, 0, gradient.length);
        logDensity = mark.logDensity;
        kineticEnergy = mark.kineticEnergy;
        error = mark.error;
        stale = mark.stale;
    }
}
