package dev.tandem.draws.statistics;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.InverseErfc;

/** Order statistics of pooled chains: sorting, medians, and the normal score of a rank. */
public final class Ranks {
    private static final double SQRT_2 = Math.sqrt(2);

    private Ranks() {}

    /** All draws of all chains in ascending order; NaN come last. */
    public static double[] sorted(double[][] chains) {
        double[] pool = new double[Math.multiplyExact(chains.length, chains[0].length)];
        int length = 0;
        for (double[] chain : chains) {
            for (double x : chain) {
                // Adding zero turns -0 into 0: the two compare as different when sorted and searched.
                pool[length++] = x + 0.0;
            }
        }
        Arrays.sort(pool);
        return pool;
    }

    /** The middle value, or the mean of the middle two; NaN if a value is NaN or there is none. */
    public static double median(double[] sorted) {
        int n = sorted.length;
        if (n == 0 || Double.isNaN(sorted[n - 1])) {
            return Double.NaN;
        }
        return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    /** The normal quantile of (rank - 3/8) / (n + 1/4), Blom's score; that of a rank from above is the negative. */
    public static double normalScore(double rank, int n) {
        return rank > 0.5 * (n + 1.0) ? -lowerScore(n + 1.0 - rank, n) : lowerScore(rank, n);
    }

    private static double lowerScore(double rank, int n) {
        return -SQRT_2 * InverseErfc.value(2 * (rank - 0.375) / (n + 0.25));
    }
}
