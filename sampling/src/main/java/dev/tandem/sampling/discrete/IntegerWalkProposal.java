package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** Steps up or down by 1 to the site's width; serves supports that are unbounded or too large to list. */
final class IntegerWalkProposal implements Proposal {
    private WalkWidths widths = WalkWidths.common(1);

    @Override
    public void widths(WalkWidths widths) {
        this.widths = widths;
    }

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int present = cursor.value(site);
        int width = widths.at(site);
        int step = width == 1 ? 1 : 1 + random.below(width);
        long value = random.coin() ? (long) present + step : (long) present - step;
        if (value < cursor.lower(site) || value > cursor.upper(site)) {
            move.set(present, Double.NEGATIVE_INFINITY, 0);
            return;
        }
        double change = cursor.logWeight(site, (int) value) - cursor.logWeight(site, present);
        move.set((int) value, change, change);
    }
}
