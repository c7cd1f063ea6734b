package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** What all kernels that walk have in common: fresh momentum before the move, discrete updates after it, and the count. */
abstract class WalkingKernel implements Kernel {
    final Walker walker;

    WalkingKernel(Walker walker) {
        this.walker = walker;
    }

    /** Moves to another state, or stays, and says how it went. */
    abstract void move(Randomness random, Transition outcome);

    @Override
    public final void step(Tuning tuning, Randomness random, Transition outcome) {
        outcome.clear();
        long visits = walker.sweep.visited();
        long changes = walker.sweep.changed();
        walker.begin(tuning, random);
        move(random, outcome);
        outcome.energy = walker.phase.energy();
        outcome.logDensity = walker.phase.logDensity();
        walker.close();
        outcome.visits = walker.sweep.visited() - visits;
        outcome.changes = walker.sweep.changed() - changes;
    }

    @Override
    public final Cursor cursor() {
        return walker.cursor;
    }

    @Override
    public final void reload() {
        walker.phase.reload();
    }

    @Override
    public void anchor() {
        walker.anchor();
    }
}
