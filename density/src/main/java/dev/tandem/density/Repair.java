package dev.tandem.density;

import java.util.function.DoubleSupplier;
import java.util.function.IntPredicate;

/**
 * Looks for a possible state by changing single sites to the value that makes the fewest factors impossible, in the way
 * of local search for satisfiability.
 */
public final class Repair {
    private static final int SWEEPS = 60;
    private static final int FEWEST_SWEEPS = 6;
    private static final int LONGEST_LISTED = 1000;

    /** Values that all sweeps may weigh: another try from elsewhere is worth more than so many from here. */
    private static final long MOST_LISTED = 120_000;

    private final Cursor cursor;
    private final DoubleSupplier uniform;
    private final IntPredicate free;
    private double[] weights = new double[16];
    private double best;
    private int bestValue;
    private double temperature;

    private Repair(Cursor cursor, DoubleSupplier uniform, IntPredicate free) {
        this.cursor = cursor;
        this.uniform = uniform;
        this.free = free;
    }

    /**
     * Leaves the cursor at a possible state if one is found.
     *
     * @param uniform random numbers from 0 to 1, to choose among values that are equally good
     */
    public static boolean run(Cursor cursor, DoubleSupplier uniform) {
        return run(cursor, uniform, site -> true);
    }

    /** Leaves the cursor at a possible state if one is found, changing only sites that are free to change. */
    public static boolean run(Cursor cursor, DoubleSupplier uniform, IntPredicate free) {
        return new Repair(cursor, uniform, free).search(false);
    }

    /** Gives every site without finite support a likely value, given the others, in one pass. */
    public static void placeUnbounded(Cursor cursor, DoubleSupplier uniform) {
        placeUnbounded(cursor, uniform, site -> true);
    }

    /** Gives a likely value to those sites without finite support that are free to change. */
    public static void placeUnbounded(Cursor cursor, DoubleSupplier uniform, IntPredicate free) {
        new Repair(cursor, uniform, free).search(true);
    }

    private boolean search(boolean unboundedOnly) {
        int sites = cursor.space().sites();
        cursor.countImpossible(true);
        try {
            long sweeps = Math.max(FEWEST_SWEEPS, Math.min(SWEEPS, MOST_LISTED / Math.max(1, listed())));
            for (int sweep = 0; sweep < sweeps; sweep++) {
                // The first pass takes the best, later ones draw more and more freely among the least impossible.
                temperature = sweep == 0 ? 1e-9 : Math.scalb(1.0, sweep / 10);
                for (int site = 0; site < sites; site++) {
                    if (!free.test(site)) {
                        continue;
                    }
                    long size = (long) cursor.upper(site) - cursor.lower(site) + 1;
                    boolean bounded = cursor.upper(site) != Support.UNBOUNDED_ABOVE
                            && cursor.lower(site) != Support.UNBOUNDED_BELOW;
                    if (size >= 2 && !(bounded && unboundedOnly)) {
                        improve(site, bounded && size <= LONGEST_LISTED ? (int) size : 0);
                    }
                }
                if (unboundedOnly) {
                    return true;
                }
                if (cursor.logDensity() > Double.NEGATIVE_INFINITY) {
                    return true;
                }
            }
            return false;
        } finally {
            cursor.countImpossible(false);
        }
    }

    /** Values of bounded sites that are weighed at each sweep. */
    private long listed() {
        long sum = 0;
        for (int site = 0; site < cursor.space().sites(); site++) {
            Support support = cursor.space().support(site);
            long size = (long) support.upper() - support.lower() + 1;
            sum += support.bounded() && size <= LONGEST_LISTED && free.test(site) ? size : 0;
        }
        return sum;
    }

    private void improve(int site, int listed) {
        best = Double.NEGATIVE_INFINITY;
        bestValue = cursor.value(site);
        int low = cursor.lower(site);
        int high = cursor.upper(site);
        if (listed > 0) {
            if (weights.length < listed) {
                weights = new double[LONGEST_LISTED];
            }
            cursor.conditional(site, weights);
            for (int i = 0; i < listed; i++) {
                consider(low + i, weights[i]);
            }
        } else {
            int value = cursor.value(site);
            consider(value, cursor.logWeight(site, value));
            for (int reach = 1; reach <= 1 << 24; reach *= 2) {
                for (long candidate : new long[] {
                    (long) value - reach,
                    (long) value + reach,
                    low == Support.UNBOUNDED_BELOW ? value : (long) low + reach - 1,
                    high == Support.UNBOUNDED_ABOVE ? value : (long) high - reach + 1
                }) {
                    if (candidate >= low && candidate <= high && candidate != value && candidate < Integer.MAX_VALUE) {
                        consider((int) candidate, cursor.logWeight(site, (int) candidate));
                    }
                }
            }
        }
        cursor.assign(site, bestValue);
    }

    private void consider(int value, double weight) {
        double gumbel = -StrictMath.log(-StrictMath.log(Math.max(uniform.getAsDouble(), Double.MIN_NORMAL)));
        double noisy = weight + temperature * gumbel;
        if (noisy > best) {
            best = noisy;
            bestValue = value;
        }
    }
}
