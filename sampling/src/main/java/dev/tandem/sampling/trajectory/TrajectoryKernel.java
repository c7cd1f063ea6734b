package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.random.Randomness;

/** A trajectory along a path whose end is accepted or refused, then discrete updates with fresh randomness. */
public final class TrajectoryKernel implements Kernel {
    /** What the accept decision looks at. */
    public enum Acceptance {
        /** The energy error of the continuous parts: exact. */
        CONTINUOUS_ERROR,
        /** The difference of total energies, as if D had conserved energy: wrong on purpose (Figure 2 of the paper). */
        TOTAL_ENERGY
    }

    private final Walker walker;
    private final Path path;
    private final Acceptance acceptance;
    private final Phase.Mark start;

    TrajectoryKernel(Walker walker, Path path, Acceptance acceptance) {
        this.walker = walker;
        this.path = path;
        this.acceptance = acceptance;
        start = new Phase.Mark(walker.phase);
    }

    @Override
    public void step(Tuning tuning, Randomness random, Transition outcome) {
        outcome.clear();
        long visits = walker.sweep.visited();
        long changes = walker.sweep.changed();
        Phase phase = walker.phase;
        walker.begin(tuning, random);
        phase.save(start);
        double energyBefore = phase.energy();
        path.begin(walker);
        double sound = 0;
        while (path.advance(walker)) {
            if (phase.diverged()) {
                outcome.divergent = true;
                outcome.impossible = phase.error() == Double.POSITIVE_INFINITY;
                break;
            }
            sound = phase.error();
        }
        double error = acceptance == Acceptance.CONTINUOUS_ERROR ? phase.error() : phase.energy() - energyBefore;
        outcome.error = error;
        outcome.steps = path.steps();
        outcome.acceptance = outcome.divergent || Double.isNaN(error) ? 0 : Math.min(1, Math.exp(-error));
        outcome.steerable = outcome.impossible && path.steps() > 1 ? Math.min(1, Math.exp(-sound)) : outcome.acceptance;
        outcome.accepted = !outcome.divergent && random.accept(-error);
        if (!outcome.accepted) {
            phase.restore(start);
        }
        outcome.energy = phase.energy();
        outcome.logDensity = phase.logDensity();
        walker.close();
        outcome.visits = walker.sweep.visited() - visits;
        outcome.changes = walker.sweep.changed() - changes;
    }

    @Override
    public Cursor cursor() {
        return walker.cursor;
    }

    @Override
    public void reload() {
        walker.phase.reload();
    }

    @Override
    public void anchor() {
        walker.anchor();
        path.forget();
    }
}
