package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * Gibbs where the support is short enough to list, the integer walk elsewhere. The bounds of a site do not depend on its
 * own value, so the choice is the same before and after a move and leaves the update reversible.
 */
final class AutomaticProposal implements Proposal {
    static final int LONGEST_LISTED = 64;

    private final Proposal gibbs = new GibbsProposal();
    private final Proposal walk = new IntegerWalkProposal();

    static boolean listed(Cursor cursor, int site) {
        return (long) cursor.upper(site) - cursor.lower(site) < LONGEST_LISTED;
    }

    @Override
    public void widths(WalkWidths widths) {
        walk.widths(widths);
    }

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        (listed(cursor, site) ? gibbs : walk).propose(cursor, site, random, move);
    }
}
