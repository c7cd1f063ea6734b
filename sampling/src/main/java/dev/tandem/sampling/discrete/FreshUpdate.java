package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** A Metropolis-Hastings update with randomness of its own at every visit. */
public final class FreshUpdate implements SiteUpdate {
    private final Proposal proposal;
    private final Move move = new Move();

    public FreshUpdate(Proposal proposal) {
        this.proposal = proposal;
    }

    @Override
    public double update(Cursor cursor, int site, Randomness random) {
        proposal.propose(cursor, site, random, move);
        if (move.value == cursor.value(site) || !random.accept(move.logRatio)) {
            return 0;
        }
        cursor.assign(site, move.value);
        return move.logChange;
    }

    @Override
    public void widths(WalkWidths widths) {
        proposal.widths(widths);
    }
}
