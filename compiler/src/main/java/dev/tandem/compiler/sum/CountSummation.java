package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.Elementary;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums out the counts of one chain, which owns it. Sums of counts that depend on other discrete unknowns become entries
 * of tables, which {@link Summation} sums over in its turn.
 */
public final class CountSummation {
    private final CountSums sums;
    private final SeriesSum sum = new SeriesSum();
    private final CountSums.Entry[] entries;
    private final double[] means;
    private final double[] byShifts;
    private final double[] logs;
    /** Null if there are no chains. */
    private final ChainSummation chains;

    public CountSummation(CountSums sums) {
        this(sums, (chain, sum) -> {});
    }

    /**
     * A summation that is watched.
     *
     * @param reader hears of every chain when it is summed over
     */
    CountSummation(CountSums sums, ChainSummation.Reader reader) {
        this.sums = sums;
        entries = sums.entries().toArray(new CountSums.Entry[0]);
        means = new double[entries.length];
        byShifts = new double[entries.length];
        logs = new double[entries.length];
        chains = sums.chains().isEmpty() ? null : new ChainSummation(sums.chains(), sums.links(), reader);
    }

    /**
     * Sums out all counts.
     *
     * @param slopes the arrays with the parts of slopes, and shifts
     * @param tables receives the sums that are entries of tables
     * @return the logarithm of the product of the other sums
     */
    public double logSum(double[][] slopes, double[][] tables) {
        double total = chains == null ? 0 : chains.logSum(slopes);
        for (int e = 0; e < entries.length; e++) {
            CountSums.Entry entry = entries[e];
            double own = sum.logSum(entry.series(), slope(entry, slopes), shift(entry, slopes));
            logs[e] = own;
            means[e] = sum.mean();
            byShifts[e] = sum.byShift();
            if (entry.table() >= 0) {
                tables[entry.table()][entry.tablePlace()] = own;
            } else {
                total += entry.multiplicity() * own;
            }
        }
        return total;
    }

    /**
     * The logarithms of the sums one by one.
     *
     * @param tables receives the sums that are entries of tables
     * @param logs receives those of the counts that depend on no other discrete unknown and, at its first count, that of each
     *     chain of them; 0 for the others
     */
    public void logSums(double[][] slopes, double[][] tables, double[] logs) {
        logSum(slopes, tables);
        for (int c = 0; c < logs.length; c++) {
            int own = sums.counts().get(c).entry();
            logs[c] = own < 0 || entries[own].table() >= 0
                    ? 0
                    : sum.logSum(entries[own].series(), slope(entries[own], slopes), shift(entries[own], slopes));
        }
        if (chains != null) {
            chains.logSums(slopes, logs);
        }
    }

    /** The mean of a count above its lowest value, as of the last sum. */
    double mean(int entry) {
        return means[entry];
    }

    /**
     * The probability of a value of a count, as of the last sum.
     *
     * @param logWeight the logarithm of its weight over that of the lowest value, but for slope and shift
     */
    double probability(int entry, int value, double logWeight, double[][] slopes) {
        CountSums.Entry own = entries[entry];
        int above = value - own.series().low();
        if (above == 0) {
            return Elementary.exp(-logs[entry]);
        }
        double log = logWeight + above * slope(own, slopes) - logs[entry];
        if (own.series().shifted()) {
            log += Series.risen(own.series().low() + shift(own, slopes), above);
        }
        return Elementary.exp(log);
    }

    private static double slope(CountSums.Entry entry, double[][] slopes) {
        int[] arrays = entry.arrays();
        int[] places = entry.places();
        double slope = 0;
        for (int i = 0; i < arrays.length; i++) {
            slope += slopes[arrays[i]][places[i]];
        }
        return slope;
    }

    private static double shift(CountSums.Entry entry, double[][] slopes) {
        return entry.shiftArray() < 0 ? Double.NaN : slopes[entry.shiftArray()][entry.shiftPlace()];
    }

    /**
     * Hands derivatives back from the sums, as they were taken last, to slopes and shifts.
     *
     * @param tableBars the derivatives by entries of tables
     * @param slopeBars receives derivatives, added to what is there; null where nobody asks
     */
    public void handBack(double[][] tableBars, double[][] slopeBars) {
        if (chains != null) {
            chains.handBack(slopeBars);
        }
        for (int e = 0; e < entries.length; e++) {
            CountSums.Entry entry = entries[e];
            double bar = entry.multiplicity();
            if (entry.table() >= 0) {
                double[] bars = tableBars[entry.table()];
                bar = bars == null ? 0 : bars[entry.tablePlace()];
            }
            if (bar == 0) {
                continue;
            }
            for (int i = 0; i < entry.arrays().length; i++) {
                double[] bars = slopeBars[entry.arrays()[i]];
                if (bars != null) {
                    bars[entry.places()[i]] += bar * means[e];
                }
            }
            if (entry.shiftArray() >= 0 && slopeBars[entry.shiftArray()] != null) {
                slopeBars[entry.shiftArray()][entry.shiftPlace()] += bar * byShifts[e];
            }
        }
    }

    /**
     * Draws all counts given everything else.
     *
     * @param others the values of the unknowns that counts depend on
     * @param values receives the counts
     */
    public void draw(double[][] slopes, int[] others, UniformRandomProvider random, int[] values) {
        List<CountSums.Count> counts = sums.counts();
        for (int c = 0; c < values.length; c++) {
            CountSums.Count count = counts.get(c);
            if (count.entry() < 0) {
                continue;
            }
            int at = count.entry();
            int[] unknowns = count.unknowns();
            for (int u = 0; u < unknowns.length; u++) {
                at += count.strides()[u] * (others[unknowns[u]] - sums.lowest(unknowns[u]));
            }
            CountSums.Entry entry = entries[at];
            values[c] = sum.draw(entry.series(), slope(entry, slopes), shift(entry, slopes), random.nextDouble());
        }
        if (chains != null) {
            chains.draw(slopes, random, values);
        }
    }
}
