package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** Draws from the local conditional, so that every move is accepted. */
final class GibbsProposal implements Proposal {
    private final LocalConditional conditional = new LocalConditional();

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int present = cursor.value(site);
        conditional.of(cursor, site);
        if (conditional.count() == 1) {
            move.stay(present);
            return;
        }
        int chosen = random.categorical(conditional.weights(), conditional.count(), conditional.total());
        int old = present - conditional.lower();
        double change = chosen == old ? 0 : conditional.logWeight(chosen) - conditional.logWeight(old);
        move.set(conditional.lower() + chosen, 0, change);
    }
}
