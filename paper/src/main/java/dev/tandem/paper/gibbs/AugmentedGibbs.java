package dev.tandem.paper.gibbs;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;

/** A Gibbs sampler with Polya-Gamma variables: nothing is tuned, refused or remembered from one step to the next. */
abstract class AugmentedGibbs implements Kernel {
    final Cursor cursor;
    private PolyaGamma polyaGamma;
    private Randomness source;

    AugmentedGibbs(Cursor cursor) {
        this.cursor = cursor;
    }

    /** Draws everything anew in turn, and says how many discrete unknowns were visited and changed. */
    abstract void draw(Randomness random, PolyaGamma augmentation, Transition outcome);

    @Override
    public final void step(Tuning tuning, Randomness random, Transition outcome) {
        if (source != random) {
            polyaGamma = new PolyaGamma(random);
            source = random;
        }
        draw(random, polyaGamma, outcome);
        outcome.acceptance = 1;
        outcome.accepted = true;
        outcome.divergent = false;
        outcome.energy = Double.NaN;
    }

    @Override
    public final Cursor cursor() {
        return cursor;
    }

    @Override
    public final void reload() {
        // Everything is read from the cursor at each step.
    }

    @Override
    public final void anchor() {
        double[] position = new double[cursor.space().dimension()];
        cursor.copyPosition(position);
        cursor.moveTo(position);
    }
}
