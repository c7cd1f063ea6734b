package dev.tandem.sampling.trajectory;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.random.Randomness;

/** A trajectory along a path whose end is accepted or refused, then discrete updates with fresh randomness. */
public final class TrajectoryKernel extends WalkingKernel {
    /** What the accept decision looks at. */
    public enum Acceptance {
        /** The energy error of the continuous parts: exact. */
        CONTINUOUS_ERROR,
        /** The difference of total energies, as if D had conserved energy: wrong on purpose (Figure 2 of the paper). */
        TOTAL_ENERGY
    }

    private final Path path;
    private final Acceptance acceptance;
    private final Phase.Mark start;

    TrajectoryKernel(Walker walker, Path path, Acceptance acceptance) {
        super(walker);
        this.path = path;
        this.acceptance = acceptance;
        start = new Phase.Mark(walker.phase);
    }

    @Override
    void move(Randomness random, Transition outcome) {
        Phase phase = walker.phase;
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
        outcome.acceptance = outcome.divergent || Double.isNaN(error) ? 0 : Math.min(1, Elementary.exp(-error));
        outcome.steerable =
                outcome.impossible && path.steps() > 1 ? Math.min(1, Elementary.exp(-sound)) : outcome.acceptance;
        outcome.accepted = !outcome.divergent && random.accept(-error);
        if (!outcome.accepted) {
            phase.restore(start);
        }
    }

    @Override
    public void anchor() {
        super.anchor();
        path.forget();
    }
}
