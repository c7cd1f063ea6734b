package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** The next value in the direction in which the site's particle moves; a refusal turns the particle round. */
public final class NeighbourProposal implements Proposal {
    private final boolean[] up;

    public NeighbourProposal(int sites) {
        up = new boolean[sites];
    }

    @Override
    public void begin(Randomness random) {
        for (int site = 0; site < up.length; site++) {
            up[site] = random.coin();
        }
    }

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int present = cursor.value(site);
        if (present == (up[site] ? cursor.upper(site) : cursor.lower(site))) {
            move.set(present, Double.NEGATIVE_INFINITY, 0);
            return;
        }
        int value = up[site] ? present + 1 : present - 1;
        double change = cursor.logWeight(site, value) - cursor.logWeight(site, present);
        move.set(value, change, change);
    }

    @Override
    public void refused(int site) {
        up[site] = !up[site];
    }
}
