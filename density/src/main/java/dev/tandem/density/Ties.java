package dev.tandem.density;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which factors of a density read which of its sites, for sites that share a factor with others: what is needed to weigh
 * the values of several sites together.
 *
 * <p>A site that is listed is listed with all factors that depend on it. So, at a given q and given the other sites, the
 * log density changes with listed sites as the sum of the listed factors does ({@link Cursor#logFactor}), and only those
 * factors change that read a site that does. A factor may be said to read a site that it does not depend on at the
 * moment. Sites that are not listed may be read by listed factors too.
 */
public final class Ties {
    /** No site is known to be tied to another. */
    public static final Ties NONE = new Ties(new int[1], new int[0], new BitSet(), new int[0]);

    private final int[] starts;
    private final int[] sites;
    private final BitSet excluding;

    /** The listed sites in order, and where the factors of each begin. */
    private final int[] listed;

    private final int[] firsts;
    private final int[] factors;

    private Ties(int[] starts, int[] sites, BitSet excluding, int[] listed) {
        this.excluding = excluding;
        this.starts = starts;
        this.sites = sites;
        this.listed = listed;
        firsts = new int[listed.length + 1];
        for (int site : sites) {
            firsts[Arrays.binarySearch(listed, site) + 1]++;
        }
        for (int i = 0; i < listed.length; i++) {
            firsts[i + 1] += firsts[i];
        }
        int[] next = firsts.clone();
        factors = new int[sites.length];
        for (int factor = 0; factor + 1 < starts.length; factor++) {
            for (int i = starts[factor]; i < starts[factor + 1]; i++) {
                factors[next[Arrays.binarySearch(listed, sites[i])]++] = factor;
            }
        }
    }

    /**
     * Ties by factor.
     *
     * @param starts where the sites of each factor begin, one longer than there are factors
     * @param sites the sites of one factor after the other, none twice in a factor
     * @param excluding the factors that may be zero for some values of their sites, whatever q is
     */
    public static Ties of(int[] starts, int[] sites, BitSet excluding) {
        int[] listed = Arrays.stream(sites).sorted().distinct().toArray();
        return new Ties(starts.clone(), sites.clone(), (BitSet) excluding.clone(), listed);
    }

    public boolean isEmpty() {
        return sites.length == 0;
    }

    /** The number of factors; they are counted from 0. */
    public int factors() {
        return starts.length - 1;
    }

    /** The sites that a factor reads. */
    public int[] sites(int factor) {
        return Arrays.copyOfRange(sites, starts[factor], starts[factor + 1]);
    }

    /** Whether a factor may exclude combinations of values: be zero for them, whatever q is. */
    public boolean excludes(int factor) {
        return excluding.get(factor);
    }

    /** The sites that are listed, in order. */
    public int[] sites() {
        return listed.clone();
    }

    /** The factors that read a site; none if it is not listed. */
    public int[] factors(int site) {
        int place = Arrays.binarySearch(listed, site);
        return place < 0 ? new int[0] : Arrays.copyOfRange(factors, firsts[place], firsts[place + 1]);
    }
}
