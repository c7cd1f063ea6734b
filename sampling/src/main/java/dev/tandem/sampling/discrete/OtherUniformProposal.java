package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** Draws uniformly from the other values of a bounded support. */
final class OtherUniformProposal implements Proposal {
    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int present = cursor.value(site);
        int lower = cursor.lower(site);
        long others = (long) cursor.upper(site) - lower;
        if (others > Integer.MAX_VALUE - 1) {
            throw new IllegalArgumentException(cursor.space().siteName(site)
                    + " has no finite support to draw uniformly from; use the integer walk");
        }
        if (others == 0) {
            move.stay(present);
            return;
        }
        int value = lower + random.below((int) others);
        if (value >= present) {
            value++;
        }
        double change = cursor.logWeight(site, value) - cursor.logWeight(site, present);
        move.set(value, change, change);
    }
}
