package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Ties;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Draws several tied sites together, given all else. Of a site with more values than the block has room for, a comb is
 * drawn first: every 2^j-th value, the present one at a place that is drawn. The comb would be as likely from each of its
 * values, so a draw from all combinations of combs in proportion to their weights is a Gibbs draw inside a part of the
 * support, as in {@link LongRangeProposal}.
 *
 * <p>The weights are products of the factors that read the sites. They are summed over one site after the other, and
 * sites are drawn in the reverse order; of a chain this is the forward filter with a backward draw.
 */
final class BlockDraw {
    /** The greatest binary logarithm of the distance between the values of a comb. */
    private static final int COARSEST = 16;

    private final int[] sites;
    private final int[] widths;
    private final int[] lowest;
    private final int[] highest;
    private final long[] sizes;
    private final int[] factors;
    private final Elimination elimination;

    /** Where each table begins in the buffer. */
    private final int[] offsets;

    private final double[] coarseness = new double[COARSEST + 1];
    private final double[] entries;
    private final double[] logWeights;
    private final double[] weights;
    private final int[] counts;
    private final int[] firsts;
    private final int[] distances;
    private final int[] old;
    private final int[] chosen;
    private final double cost;
    private final boolean finest;

    /**
     * A block.
     *
     * @param widths for each site the most values that are weighed at a time
     */
    BlockDraw(Space space, Ties ties, int[] sites, int[] widths) {
        this(space, sites, widths, reading(ties, sites), false);
    }

    /** Which factors read sites of a block, and which of the sites they read, counted within the block. */
    static SortedMap<Integer, int[]> reading(Ties ties, int[] sites) {
        SortedMap<Integer, int[]> reading = new TreeMap<>();
        for (int i = 0; i < sites.length; i++) {
            for (int factor : ties.factors(sites[i])) {
                int[] before = reading.getOrDefault(factor, new int[0]);
                int[] after = Arrays.copyOf(before, before.length + 1);
                after[before.length] = i;
                reading.put(factor, after);
            }
        }
        return reading;
    }

    /** With {@code finest}, which tests use, combs are windows of neighbouring values. */
    BlockDraw(Space space, int[] sites, int[] widths, SortedMap<Integer, int[]> reading, boolean finest) {
        this.sites = sites.clone();
        this.widths = widths.clone();
        this.finest = finest;
        lowest = new int[sites.length];
        highest = new int[sites.length];
        sizes = new long[sites.length];
        for (int i = 0; i < sites.length; i++) {
            Support support = space.support(sites[i]);
            lowest[i] = support.lower();
            highest[i] = support.upper();
            sizes[i] = support.size();
            this.widths[i] = (int) Math.min(widths[i], sizes[i]);
        }
        factors = reading.keySet().stream().mapToInt(f -> f).toArray();
        int[][] read = reading.entrySet().stream().map(Map.Entry::getValue).toArray(int[][]::new);
        elimination = new Elimination(this.widths, read);
        offsets = new int[elimination.tables.length];
        int end = 0;
        for (int t = 0; t < offsets.length; t++) {
            offsets[t] = end;
            double size = Elimination.size(elimination.tables[t], this.widths);
            end = Math.addExact(end, (int) size);
        }
        entries = new double[end];
        int widest = Arrays.stream(this.widths).max().orElse(1);
        logWeights = new double[widest];
        weights = new double[widest];
        counts = new int[sites.length];
        firsts = new int[sites.length];
        distances = new int[sites.length];
        old = new int[sites.length];
        chosen = new int[sites.length];
        // An entry of a sum is a few additions and an exponential; a factor has to be found.
        cost = elimination.filled + elimination.entries / 4;
        for (int j = 0; j <= COARSEST; j++) {
            coarseness[j] = 1.0 / (j + 1);
        }
    }

    int sites() {
        return sites.length;
    }

    int[] members() {
        return sites.clone();
    }

    /** About how many weights of single values a draw costs. */
    double cost() {
        return cost;
    }

    /** Draws the sites; returns how many of them changed. */
    int draw(Cursor cursor, Randomness random) {
        int choices = 0;
        for (int i = 0; i < sites.length; i++) {
            chooseValues(cursor, i, random);
            choices += counts[i] - 1;
        }
        if (choices == 0) {
            return 0;
        }
        for (int f = 0; f < factors.length; f++) {
            weigh(cursor, f);
        }
        for (int k = 0; k < sites.length; k++) {
            sum(k);
        }
        return drawBack(cursor, random);
    }

    private void chooseValues(Cursor cursor, int i, Randomness random) {
        int present = cursor.value(sites[i]);
        old[i] = present;
        if (sizes[i] <= widths[i]) {
            firsts[i] = lowest[i];
            counts[i] = (int) sizes[i];
            distances[i] = 1;
            return;
        }
        int width = widths[i];
        int finer = 1;
        double total = coarseness[0];
        while (!finest && finer < coarseness.length && ((long) width << (finer - 1)) < sizes[i]) {
            total += coarseness[finer++];
        }
        int distance = 1 << (finer == 1 ? 0 : random.categorical(coarseness, finer, total));
        int behind = random.below(width);
        int ahead = width - 1 - behind;
        long below = ((long) present - lowest[i]) / distance;
        long above = ((long) highest[i] - present) / distance;
        int down = lowest[i] == Support.UNBOUNDED_BELOW ? behind : (int) Math.min(behind, below);
        int up = highest[i] == Support.UNBOUNDED_ABOVE
                ? (int) Math.min(ahead, ((long) Integer.MAX_VALUE - 1 - present) / distance)
                : (int) Math.min(ahead, above);
        firsts[i] = present - down * distance;
        counts[i] = down + up + 1;
        distances[i] = distance;
    }

    /** Finds a factor at all combinations of the values of the sites that it reads. */
    private void weigh(Cursor cursor, int f) {
        int[] read = elimination.tables[f];
        int place = offsets[f];
        for (int v : read) {
            chosen[v] = 0;
            cursor.assign(sites[v], firsts[v]);
        }
        boolean more = true;
        while (more) {
            entries[place++] = cursor.logFactor(factors[f]);
            more = false;
            for (int r = read.length - 1; r >= 0 && !more; r--) {
                int v = read[r];
                more = ++chosen[v] < counts[v];
                if (!more) {
                    chosen[v] = 0;
                }
                cursor.assign(sites[v], firsts[v] + chosen[v] * distances[v]);
            }
        }
        for (int v : read) {
            cursor.assign(sites[v], old[v]);
        }
    }

    /** Sums over the next site, for all combinations of those that share a table with it. */
    private void sum(int k) {
        int table = factors.length + k;
        int[] others = elimination.tables[table];
        int place = offsets[table];
        Arrays.fill(chosen, 0);
        boolean more = true;
        while (more) {
            double most = weighNext(k);
            double total = 0;
            int count = counts[elimination.order[k]];
            if (most > Double.NEGATIVE_INFINITY) {
                for (int i = 0; i < count; i++) {
                    total += FastExponential.of(logWeights[i] - most);
                }
            }
            entries[place++] = total > 0 ? most + Elementary.log(total) : Double.NEGATIVE_INFINITY;
            more = false;
            for (int r = others.length - 1; r >= 0 && !more; r--) {
                more = ++chosen[others[r]] < counts[others[r]];
                if (!more) {
                    chosen[others[r]] = 0;
                }
            }
        }
    }

    /** The log weights of the values of a site in its turn, given those chosen of others; returns the greatest. */
    private double weighNext(int k) {
        int site = elimination.order[k];
        int count = counts[site];
        Arrays.fill(logWeights, 0, count, 0);
        for (int table : elimination.sources[k]) {
            int[] read = elimination.tables[table];
            int place = 0;
            int stride = 0;
            for (int v : read) {
                place = place * counts[v] + (v == site ? 0 : chosen[v]);
                stride = v == site ? 1 : stride * counts[v];
            }
            place += offsets[table];
            for (int i = 0; i < count; i++) {
                logWeights[i] += entries[place];
                place += stride;
            }
        }
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, logWeights[i]);
        }
        return most;
    }

    private int drawBack(Cursor cursor, Randomness random) {
        for (int k = sites.length - 1; k >= 0; k--) {
            double most = weighNext(k);
            if (most == Double.NEGATIVE_INFINITY) {
                // Only from a state that is impossible itself.
                return 0;
            }
            int site = elimination.order[k];
            double total = 0;
            for (int i = 0; i < counts[site]; i++) {
                weights[i] = FastExponential.of(logWeights[i] - most);
                total += weights[i];
            }
            chosen[site] = counts[site] == 1 ? 0 : random.categorical(weights, counts[site], total);
        }
        int changed = 0;
        for (int i = 0; i < sites.length; i++) {
            int value = firsts[i] + chosen[i] * distances[i];
            if (value != old[i]) {
                cursor.assign(sites[i], value);
                changed++;
            }
        }
        return changed;
    }
}
