package dev.tandem.cli;

/** Quantiles of values in order, interpolated as R does by default (type 7). */
final class Quantiles {
    private Quantiles() {}

    static double of(double[] sorted, double p) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double index = (sorted.length - 1) * p;
        int low = (int) index;
        double weight = index - low;
        return weight == 0 ? sorted[low] : (1 - weight) * sorted[low] + weight * sorted[low + 1];
    }
}
