package dev.tandem.sampling.trajectory;

/** The statistics of one iteration; reused by the caller, so that a step does not allocate. */
public final class Transition {
    /** Acceptance probability; for trees its mean over the states visited. */
    public double acceptance;

    /**
     * Acceptance as far as the step size decides it, for warmup to steer by. A trajectory that runs into an impossible
     * state after its first step would run into it with shorter steps too: it counts by the way up to there.
     */
    public double steerable;

    /** Whether the chain left its continuous position. */
    public boolean accepted;

    /** Whether the energy error went beyond bounds. */
    public boolean divergent;

    /** Whether what it diverged at was an impossible state: a wall, and not a place too narrow for the steps. */
    public boolean impossible;

    /** Total energy of the state chosen. */
    public double energy;

    /** Log density of the state chosen, before the sites are updated that close the iteration. */
    public double logDensity;

    /** Energy error of the continuous parts at the end of the trajectory. */
    public double error;

    /** Integrator steps. */
    public int steps;

    /** Doublings of a tree; 0 for other kernels. */
    public int depth;

    /** Visits of discrete sites. */
    public long visits;

    /** Visits that changed a site. */
    public long changes;

    /** Takes over another's values. */
    public void copy(Transition other) {
        acceptance = other.acceptance;
        steerable = other.steerable;
        impossible = other.impossible;
        accepted = other.accepted;
        divergent = other.divergent;
        energy = other.energy;
        logDensity = other.logDensity;
        error = other.error;
        steps = other.steps;
        depth = other.depth;
        visits = other.visits;
        changes = other.changes;
    }

    void clear() {
        acceptance = 0;
        steerable = 0;
        impossible = false;
        accepted = false;
        divergent = false;
        energy = Double.NaN;
        logDensity = Double.NaN;
        error = Double.NaN;
        steps = 0;
        depth = 0;
        visits = 0;
        changes = 0;
    }
}
