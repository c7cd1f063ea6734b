package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.sampling.random.Randomness;

/**
 * Draws from the local conditional of a site with many values, or with no end of them. A support that is not too long is
 * weighed in full. From a longer one a comb is weighed: every 2^j-th value of a window that holds the present one. Which
 * j, and where windows begin, is drawn without a look at the present value; given that, the combs divide the support, and
 * a draw from one of them in proportion to its weights is a Gibbs draw inside a part. So every move is reversible, and
 * none is refused.
 *
 * <p>A comb of distance 1 sees every value of its window, wider ones see further and less. What none of them can be
 * relied on to find, a narrow mode far away, a bounded support still shows when it is weighed in full, which happens the
 * more seldom the longer it is. All of these choices look at the bounds of the site alone, which do not depend on its
 * value.
 */
public final class LongRangeProposal implements Proposal {
    /** The longest support that is always weighed in full; of a longer one that many weights are found on average. */
    static final int LONGEST_LISTED = 4096;

    /** The most values that are ever weighed in full: 16 MB of weights. */
    private static final int LONGEST_IN_FULL = 1 << 20;

    /** The values of a comb. */
    static final int TEETH = 256;

    /** The widest combs reach over 2^24 values. */
    private static final int COARSEST = 16;

    private final int listed;
    private final int teeth;
    private final double[] coarseness;
    private final double[] pair = new double[2];
    private double[] logWeights = new double[TEETH];
    private double[] weights = new double[TEETH];

    LongRangeProposal() {
        this(LONGEST_LISTED, TEETH, COARSEST);
    }

    /**
     * A proposal with other sizes, for tests.
     *
     * @param listed the longest support that is always weighed in full
     * @param teeth the values of a comb
     * @param coarsest the greatest binary logarithm of the distance between them
     */
    public LongRangeProposal(int listed, int teeth, int coarsest) {
        this.listed = listed;
        this.teeth = teeth;
        // Finer combs more often: most counts are small, and a wide mode shows in a fine comb as well.
        coarseness = new double[coarsest + 1];
        for (int j = 0; j <= coarsest; j++) {
            coarseness[j] = 1.0 / (j + 1);
        }
    }

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int low = cursor.lower(site);
        int high = cursor.upper(site);
        boolean bounded = low != Support.UNBOUNDED_BELOW && high != Support.UNBOUNDED_ABOVE;
        long size = (long) high - low + 1;
        if (size <= 1) {
            move.stay(cursor.value(site));
        } else if (bounded && size <= LONGEST_IN_FULL && inFull(size, random)) {
            draw(cursor, site, low, (int) size, 1, random, move);
        } else {
            drawFromComb(cursor, site, low, high, bounded ? size : Long.MAX_VALUE, random, move);
        }
    }

    private boolean inFull(long size, Randomness random) {
        if (size <= listed) {
            return true;
        }
        pair[0] = (double) listed / size;
        pair[1] = 1 - pair[0];
        return random.categorical(pair, 2, 1) == 0;
    }

    private void drawFromComb(Cursor cursor, int site, int low, int high, long size, Randomness random, Move move) {
        int finer = 1;
        double total = coarseness[0];
        // The last of them sees all of a bounded support.
        while (finer < coarseness.length && ((long) teeth << (finer - 1)) < size) {
            total += coarseness[finer++];
        }
        int j = random.categorical(coarseness, finer, total);
        int distance = 1 << j;
        int window = teeth << j;
        int present = cursor.value(site);
        int behind = random.below(window);
        // As likely from every other value of the window as from this one.
        long begin = present - (long) behind;
        long first = begin + behind % distance;
        int count = teeth;
        if (first < low) {
            long left = (low - first + distance - 1) / distance;
            first += left * distance;
            count -= (int) left;
        }
        long beyond = first + (count - 1L) * distance - high;
        if (beyond > 0) {
            count -= (int) ((beyond + distance - 1) / distance);
        }
        draw(cursor, site, (int) first, count, distance, random, move);
    }

    /** A draw from the values {@code first}, {@code first + distance}, .., of which the present one is one. */
    private void draw(Cursor cursor, int site, int first, int count, int distance, Randomness random, Move move) {
        int present = cursor.value(site);
        if (count > logWeights.length) {
            logWeights = new double[Math.max(count, 2 * logWeights.length)];
            weights = new double[logWeights.length];
        }
        if (distance == 1) {
            cursor.logWeights(site, first, count, logWeights);
        } else {
            for (int i = 0; i < count; i++) {
                logWeights[i] = cursor.logWeight(site, first + i * distance);
            }
        }
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, logWeights[i]);
        }
        if (most == Double.NEGATIVE_INFINITY) {
            move.stay(present);
            return;
        }
        double total = 0;
        for (int i = 0; i < count; i++) {
            weights[i] = FastExponential.of(logWeights[i] - most);
            total += weights[i];
        }
        int chosen = random.categorical(weights, count, total);
        int old = (int) (((long) present - first) / distance);
        double change = chosen == old ? 0 : logWeights[chosen] - logWeights[old];
        move.set(first + chosen * distance, 0, change);
    }
}
