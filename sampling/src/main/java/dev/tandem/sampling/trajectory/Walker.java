package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
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

    /** Jumps of the one discrete unknown, where the tuning asks for them. */
    private final CarriedJump jump;

    /** What draws chains of states by particles; null where nothing does. */
    private ConditionalParticles particles;

    /** What draws coordinates in which the density jumps; null where there are none. */
    private Slices slices;

    /** A tuning that was handed in, and what is made of it while coordinates are held. */
    private Tuning given;

    private Tuning scaled;

    /** Makes the walker that a kernel is assembled around. */
    interface Factory {
        Walker create(Cursor cursor, Motion motion, SiteSweep sweep);
    }

    public Walker(Cursor cursor, Motion motion, SiteSweep sweep) {
        this.cursor = cursor;
        this.motion = motion;
        this.sweep = sweep;
        phase = new Phase(cursor);
        jump = new CarriedJump(cursor);
    }

    /** Leaves states that follow each other to particles, after each trajectory. */
    void drawByParticles(ConditionalParticles drawing) {
        particles = drawing;
        phase.hold(drawing.coordinates());
    }

    /** Leaves coordinates in which the density jumps to slices, after each trajectory, which holds them. */
    void drawBySlices(Slices drawing) {
        slices = drawing;
        phase.hold(drawing.coordinates());
    }

    void begin(Tuning handed, Randomness random) {
        tuning = phase.holds() ? withScales(handed) : handed;
        this.random = random;
        phase.begin(tuning.kinetic(), random);
        sweep.begin(cursor, tuning.stepSize(), tuning.widths(), random);
    }

    /** While coordinates are held the metric has scales alone: a direction would drag them along. */
    @SuppressWarnings("ReferenceEquality")
    private Tuning withScales(Tuning handed) {
        if (handed != given) {
            given = handed;
            scaled = handed.withKinetic(scales(handed.kinetic()));
        }
        return scaled;
    }

    private static KineticEnergy scales(KineticEnergy kinetic) {
        if (kinetic instanceof LowRankMetric metric) {
            return DiagonalMetric.scales(metric.scales());
        }
        if (kinetic instanceof DenseMetric metric) {
            double[][] covariance = metric.covariance();
            double[] variances = new double[covariance.length];
            for (int i = 0; i < variances.length; i++) {
                variances[i] = covariance[i][i];
            }
            return DiagonalMetric.variances(variances);
        }
        return kinetic;
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
        int closing = particles == null ? tuning.closingSites() : Math.min(tuning.closingSites(), sweep.sites());
        if (closing > 0) {
            sweep.begin(cursor, tuning.stepSize(), tuning.widths(), random);
            updateBlock(0, closing, 1);
        }
        long changes = sweep.changed();
        sweep.longRange(cursor, tuning.longRangeWeights(), random);
        sweep.blocks(cursor, tuning.longRangeWeights(), random);
        if (sweep.changed() != changes) {
            phase.discreteChanged();
        }
        if (!tuning.carriage().isNone()) {
            boolean jumped = jump.step(tuning.carriage(), random);
            sweep.count(1, jumped ? 1 : 0);
            phase.reload();
        }
        if (particles != null) {
            sweep.count(particles.states(), particles.draw(random));
            phase.reload();
        }
        if (slices != null) {
            slices.draw(random);
            phase.reload();
        }
    }
}
