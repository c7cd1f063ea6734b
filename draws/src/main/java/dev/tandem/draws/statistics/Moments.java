package dev.tandem.draws.statistics;

/** Means and variances that are exact for constant sequences. */
public final class Moments {
    private Moments() {}

    /**
     * The mean, corrected by the mean residual: the second pass removes the rounding error of the first, so that the
     * mean of equal numbers is that number and their variance zero.
     */
    public static double mean(double[]... chains) {
        long n = 0;
        double sum = 0;
        for (double[] chain : chains) {
            n += chain.length;
            for (double x : chain) {
                sum += x;
            }
        }
        double mean = sum / n;
        if (!Double.isFinite(mean)) {
            return mean;
        }
        double residual = 0;
        for (double[] chain : chains) {
            for (double x : chain) {
                residual += x - mean;
            }
        }
        return mean + residual / n;
    }

    /** The variance with divisor n - 1, all chains pooled; NaN for less than two draws. */
    public static double variance(double[]... chains) {
        return varianceAround(mean(chains), chains);
    }

    /** The variance with divisor n - 1 around a mean that is known already; NaN for less than two draws. */
    public static double varianceAround(double mean, double[]... chains) {
        long n = 0;
        double sum = 0;
        for (double[] chain : chains) {
            n += chain.length;
            for (double x : chain) {
                double deviation = x - mean;
                sum += deviation * deviation;
            }
        }
        return n < 2 ? Double.NaN : sum / (n - 1);
    }

    /** In four sums, so that none has to wait for the last addition. */
    public static double sum(double[] values) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i < values.length - 3; i += 4) {
            a += values[i];
            b += values[i + 1];
            c += values[i + 2];
            d += values[i + 3];
        }
        for (; i < values.length; i++) {
            a += values[i];
        }
        return a + b + (c + d);
    }

    /** In four sums too. */
    public static double sumOfSquares(double[] values) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i < values.length - 3; i += 4) {
            a += values[i] * values[i];
            b += values[i + 1] * values[i + 1];
            c += values[i + 2] * values[i + 2];
            d += values[i + 3] * values[i + 3];
        }
        for (; i < values.length; i++) {
            a += values[i] * values[i];
        }
        return a + b + (c + d);
    }
}
