package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;
import java.util.Optional;

/**
 * What chains agree on when they meet in warmup.
 *
 * @param rounds rounds that are done
 * @param next the round to go on with: a later one than the next if there is nothing left to learn in between
 * @param tuning the tuning to go on with; empty if each keeps its own
 * @param candidates the metrics that are to compete
 */
public record Agreement(int rounds, int next, Optional<Tuning> tuning, List<KineticEnergy> candidates) {
    /** A chain with steps that much shorter than the others gets nowhere. */
    private static final double LOST = 1e-6;

    /** A chain whose steps are that much shorter keeps them: it is somewhere else, and longer ones would hold it there. */
    private static final double APART = 0.5;

    public Agreement {
        candidates = List.copyOf(candidates);
    }

    /** Whether a chain is nowhere near the others. */
    public boolean leavesBehind(Tuning own) {
        return tuning.isPresent() && own.stepSize() < LOST * tuning.get().stepSize();
    }

    /** The tuning that a chain goes on with, whose cursor gets the coordinates that go with it. */
    public Tuning takenOverBy(Tuning own, Cursor cursor) {
        if (tuning.isEmpty()) {
            return own;
        }
        Tuning agreed = tuning.get();
        if (!agreed.centring().equalTo(own.centring())) {
            agreed.centring().apply(cursor);
        }
        return own.stepSize() < APART * agreed.stepSize() ? agreed.withStepSize(own.stepSize()) : agreed;
    }
}
