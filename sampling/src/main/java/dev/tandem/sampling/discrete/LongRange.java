package dev.tandem.sampling.discrete;

import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which sites have moves of long range after a trajectory, and how many of them: those with more values than a visit
 * lists. All of them where that costs no more weights than may be spent, otherwise as many as may, in turn from a site
 * drawn at random.
 *
 * <p>Costs are those of the widest supports. Those of the supports of the moment depend on the state; a number of visits
 * that did so too would favour some states over others.
 */
public final class LongRange {
    private final int[] sites;
    private final SiteUpdate update;
    private final double weightsOfAll;
    private final double[] pair = new double[2];

    LongRange(int[] sites, SiteUpdate update, double weightsOfAll) {
        this.sites = sites.clone();
        this.update = update;
        this.weightsOfAll = weightsOfAll;
    }

    /** No such moves. */
    public static LongRange none() {
        return new LongRange(new int[0], new FreshUpdate(new LongRangeProposal()), 0);
    }

    public static LongRange of(Space space) {
        int[] sites = IntStream.range(0, space.sites())
                .filter(site -> space.support(site).size() > AutomaticProposal.LONGEST_LISTED)
                .toArray();
        double weights = Arrays.stream(sites)
                .mapToDouble(site -> weights(space.support(site)))
                .sum();
        return new LongRange(sites, new FreshUpdate(new LongRangeProposal()), weights);
    }

    /** The weights that a visit of a site takes, on average. */
    private static double weights(Support support) {
        return support.bounded() ? Math.min(support.size(), LongRangeProposal.LONGEST_LISTED) : LongRangeProposal.TEETH;
    }

    /** The weights that a sweep over all sites finds where sites are listed if they are short, and walked if not. */
    public static double weightsOfSweep(Space space) {
        double weights = 0;
        for (int site = 0; site < space.sites(); site++) {
            long size = space.support(site).size();
            weights += size <= AutomaticProposal.LONGEST_LISTED ? size : 2;
        }
        return weights;
    }

    /** How many visits to make for about {@code weights} weights. */
    int visits(int weights, Randomness random) {
        if (weights >= weightsOfAll) {
            return sites.length;
        }
        double mean = sites.length * (weights / weightsOfAll);
        int whole = (int) mean;
        pair[0] = mean - whole;
        pair[1] = 1 - pair[0];
        return whole + (random.categorical(pair, 2, 1) == 0 ? 1 : 0);
    }

    /** Where to begin, drawn at random. */
    int first(Randomness random) {
        return sites.length == 1 ? 0 : random.below(sites.length);
    }

    /** The site at a place of the sequence, which goes round. */
    int site(int place) {
        return sites[place % sites.length];
    }

    SiteUpdate update() {
        return update;
    }
}
