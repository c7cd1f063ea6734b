package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * The paper's update: site j owns a kinetic energy k_j that lives for one trajectory; it moves when k_j exceeds Delta E,
 * and pays Delta E.
 */
public final class MomentumUpdate implements SiteUpdate {
    private final Proposal proposal;
    private final Move move = new Move();
    private final double[] kinetic;

    public MomentumUpdate(Proposal proposal, int sites) {
        this.proposal = proposal;
        kinetic = new double[sites];
    }

    /** Laplace momentum: the energies are exponential. */
    @Override
    public void begin(Cursor cursor, double stepSize, Randomness random) {
        proposal.begin(random);
        for (int site = 0; site < kinetic.length; site++) {
            kinetic[site] = random.exponential();
        }
    }

    /** Sets a site's energy, for kinetic energies of another law. */
    public void energy(int site, double energy) {
        kinetic[site] = energy;
    }

    public double energy(int site) {
        return kinetic[site];
    }

    @Override
    public double update(Cursor cursor, int site, Randomness random) {
        proposal.propose(cursor, site, random, move);
        if (!(kinetic[site] + move.logRatio > 0)) {
            proposal.refused(site);
            return 0;
        }
        kinetic[site] += move.logRatio;
        cursor.assign(site, move.value);
        return move.logChange;
    }

    @Override
    public void widths(WalkWidths widths) {
        proposal.widths(widths);
    }
}
