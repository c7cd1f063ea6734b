package dev.tandem.draws.statistics;

/** The two-sample test of Kolmogorov and Smirnov: how far apart two empirical distributions are. */
public final class KolmogorovSmirnov {
    private KolmogorovSmirnov() {}

    /**
     * The largest distance between the two empirical distribution functions. Tied values count as one step of each
     * function, so samples that share values may have distance 0. NaN if a sample is empty or contains NaN.
     */
    public static double statistic(double[] a, double[] b) {
        double[] left = Ranks.sorted(new double[][] {a});
        double[] right = Ranks.sorted(new double[][] {b});
        int n = left.length;
        int m = right.length;
        if (n == 0 || m == 0 || Double.isNaN(left[n - 1]) || Double.isNaN(right[m - 1])) {
            return Double.NaN;
        }
        double largest = 0;
        int i = 0;
        int j = 0;
        while (i < n && j < m) {
            double value = Math.min(left[i], right[j]);
            while (i < n && left[i] == value) {
                i++;
            }
            while (j < m && right[j] == value) {
                j++;
            }
            largest = Math.max(largest, Math.abs((double) i / n - (double) j / m));
        }
        return largest;
    }

    /**
     * The asymptotic probability of a distance at least this large between samples of one distribution. It assumes
     * independent draws: thin a chain first. With ties the true probability is smaller still.
     */
    public static double pValue(double[] a, double[] b) {
        double n = a.length;
        double m = b.length;
        return survival(statistic(a, b) * Math.sqrt(n * m / (n + m)));
    }

    /** The probability that the limiting distribution exceeds {@code x}, by whichever theta series converges fast. */
    static double survival(double x) {
        if (Double.isNaN(x)) {
            return Double.NaN;
        }
        if (x < 0.04) {
            // 1 - 1e-300 and the like; also spares the division by zero.
            return 1;
        }
        double sum = 0;
        if (x < 1) {
            for (int k = 1; k <= 7; k += 2) {
                sum += Math.exp(-k * k * Math.PI * Math.PI / (8 * x * x));
            }
            return 1 - Math.sqrt(2 * Math.PI) / x * sum;
        }
        for (int k = 1; k <= 6; k++) {
            sum += (k % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * k * k * x * x);
        }
        return sum;
    }
}
