package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.Motion;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.random.Randomness;

/** What a trajectory works with: the phase point, its motion, the discrete part, and the numbers of the moment. */
public class Walker {
    final Phase phase;
    final Motion motion;
    final SiteSweep sweep;
    final Cursor cursor;
    Tuning tuning;
    Randomness random;

    /** Makes the walker that a kernel is assembled around. */
    interface Factory {
        Walker create(Cursor cursor, Motion motion, SiteSweep sweep);
    }

    public Walker(Cursor cursor, Motion motion, SiteSweep sweep) {
        this.cursor = cursor;
        this.motion = motion;
        this.sweep = sweep;
        phase = new Phase(cursor);
    }

    void begin(Tuning tuning, Randomness random) {
        this.tuning = tuning;
        this.random = random;
        phase.begin(tuning.kinetic(), random);
        sweep.begin(cursor, tuning.stepSize(), tuning.widths(), random);
    }

    /** Forgets everything but the position. */
    void anchor() {
        phase.anchor();
        sweep.forget();
    }

    /** C: one step at fixed x. */
    void integrate(double size) {
        motion.step(phase, tuning.kinetic(), size);
    }

    /** Moves q for a time at fixed p, inside a step that does its own kicks. */
    void drift(double time) {
        phase.drift(tuning.kinetic(), time);
    }

    /** D: a block of sites at fixed q and p. Returns what it added to the log density. */
    double updateBlock(long block, int count, int direction) {
        long changes = sweep.changed();
        double logChange = sweep.block(cursor, block, count, direction, random);
        if (sweep.changed() != changes) {
            phase.discreteChanged();
        }
        return logChange;
    }

    /** D on one site. Returns what it added to the log density. */
    double updateSite(int site) {
        long changes = sweep.changed();
        double logChange = sweep.visit(cursor, site, random);
        if (sweep.changed() != changes) {
            phase.discreteChanged();
        }
        return logChange;
    }

    /** D after the accept decision, in a new order: reusing the trajectory's order would tie it to the decision. */
    void close() {
        if (tuning.closingSites() > 0) {
            sweep.begin(cursor, tuning.stepSize(), tuning.widths(), random);
            updateBlock(0, tuning.closingSites(), 1);
        }
        long changes = sweep.changed();
        sweep.longRange(cursor, tuning.longRangeWeights(), random);
        sweep.blocks(cursor, tuning.longRangeWeights(), random);
        if (sweep.changed() != changes) {
            phase.discreteChanged();
        }
    }
}
