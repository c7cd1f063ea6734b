package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * The kernel of a density without a state: everything that is unknown is drawn when it is reported, independently of the
 * draw before.
 */
final class StillKernel implements Kernel {
    private final Cursor cursor;
    private final double logDensity;

    StillKernel(Cursor cursor) {
        this.cursor = cursor;
        logDensity = cursor.logDensity();
    }

    @Override
    public void step(Tuning tuning, Randomness random, Transition outcome) {
        outcome.clear();
        outcome.acceptance = 1;
        outcome.steerable = 1;
        outcome.accepted = true;
        outcome.logDensity = logDensity;
        outcome.energy = -logDensity;
        outcome.error = 0;
    }

    @Override
    public Cursor cursor() {
        return cursor;
    }

    @Override
    public void reload() {}

    @Override
    public void anchor() {}
}
