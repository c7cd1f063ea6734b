package dev.tandem.draws.statistics;

/** Quantiles of values in order, interpolated as R does by default (Hyndman and Fan's type 7). */
public final class Quantiles {
    private Quantiles() {}

    /** The quantile of values in ascending order; NaN if one is NaN or there is none. */
    public static double of(double[] sorted, double p) {
        int n = sorted.length;
        if (n == 0 || Double.isNaN(sorted[n - 1])) {
            return Double.NaN;
        }
        // Counted from 1 as R does, so that the rounding of the weight is the same and ties stay ties.
        double index = 1 + (n - 1) * p;
        int low = (int) Math.floor(index);
        double below = sorted[low - 1];
        double above = sorted[(int) Math.ceil(index) - 1];
        double weight = index - low;
        return weight == 0 || below == above ? below : (1 - weight) * below + weight * above;
    }
}
