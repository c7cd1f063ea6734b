package dev.tandem.draws.statistics;

import java.util.Arrays;

/** Sequences of equal length that lie in larger arrays: the halves of chains, which nobody has to copy. */
public final class Ranges {
    private final double[][] arrays;
    private final int[] starts;
    private final int length;

    private Ranges(double[][] arrays, int[] starts, int length) {
        this.arrays = arrays;
        this.starts = starts;
        this.length = length;
    }

    /** Chains as they are. */
    public static Ranges whole(double[][] chains) {
        return new Ranges(chains, new int[chains.length], chains[0].length);
    }

    /** The two halves of each chain; the middle draw of an odd number is left out, a single draw stays. */
    public static Ranges halves(double[][] chains) {
        int n = chains[0].length;
        if (n < 2) {
            return whole(chains);
        }
        int half = n / 2;
        double[][] arrays = Arrays.copyOf(chains, 2 * chains.length);
        System.arraycopy(chains, 0, arrays, chains.length, chains.length);
        int[] starts = new int[arrays.length];
        Arrays.fill(starts, chains.length, starts.length, n - half);
        return new Ranges(arrays, starts, half);
    }

    /** So many sequences, one after the other in one array. */
    public static Ranges pooled(double[] pool, int count) {
        double[][] arrays = new double[count][];
        Arrays.fill(arrays, pool);
        int[] starts = new int[count];
        int length = pool.length / count;
        for (int i = 0; i < count; i++) {
            starts[i] = i * length;
        }
        return new Ranges(arrays, starts, length);
    }

    /** The halves of so many chains, one after the other in one array. */
    public static Ranges halves(double[] pool, int chains) {
        int n = pool.length / chains;
        if (n < 2 || n % 2 == 0) {
            return pooled(pool, n < 2 ? chains : 2 * chains);
        }
        double[][] arrays = new double[2 * chains][];
        Arrays.fill(arrays, pool);
        int[] starts = new int[arrays.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = i / 2 * n + (i % 2 == 0 ? 0 : n - n / 2);
        }
        return new Ranges(arrays, starts, n / 2);
    }

    public int count() {
        return arrays.length;
    }

    public int length() {
        return length;
    }

    double[] array(int which) {
        return arrays[which];
    }

    int start(int which) {
        return starts[which];
    }

    /** Whether all is one value or not all is finite, so that nothing can be said about mixing. */
    public boolean isDegenerate() {
        if (length == 0) {
            return true;
        }
        double first = arrays[0][starts[0]];
        boolean moves = false;
        for (int i = 0; i < arrays.length; i++) {
            if (!areFinite(arrays[i], starts[i], length)) {
                return true;
            }
            moves = moves || leaves(first, arrays[i], starts[i], length);
        }
        return !moves && spread() < Math.ulp(1.0);
    }

    /** The sum of finite numbers times zero is zero, and of any others is not a number. */
    private static boolean areFinite(double[] array, int start, int length) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = start;
        int end = start + length;
        for (; i < end - 3; i += 4) {
            a += array[i] * 0;
            b += array[i + 1] * 0;
            c += array[i + 2] * 0;
            d += array[i + 3] * 0;
        }
        for (; i < end; i++) {
            a += array[i] * 0;
        }
        return a + b + c + d == 0;
    }

    /** Whether one differs from the first by so much that no smaller spread is possible; draws that move do so soon. */
    private static boolean leaves(double first, double[] array, int start, int length) {
        for (int i = start; i < start + length; i++) {
            if (Math.abs(array[i] - first) >= Math.ulp(1.0)) {
                return true;
            }
        }
        return false;
    }

    private double spread() {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int which = 0; which < arrays.length; which++) {
            for (int i = starts[which]; i < starts[which] + length; i++) {
                least = Math.min(least, arrays[which][i]);
                greatest = Math.max(greatest, arrays[which][i]);
            }
        }
        return greatest - least;
    }

    /** The mean of one sequence, with the care of {@link Moments#mean}. */
    public double mean(int which) {
        double[] array = arrays[which];
        int start = starts[which];
        double mean = sumFrom(0, array, start, length) / length;
        return Double.isFinite(mean) ? mean + sumFrom(mean, array, start, length) / length : mean;
    }

    /** The sum of differences from a centre, in four sums so that none has to wait for the last addition. */
    private static double sumFrom(double centre, double[] array, int start, int length) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = start;
        int end = start + length;
        for (; i < end - 3; i += 4) {
            a += array[i] - centre;
            b += array[i + 1] - centre;
            c += array[i + 2] - centre;
            d += array[i + 3] - centre;
        }
        for (; i < end; i++) {
            a += array[i] - centre;
        }
        return a + b + (c + d);
    }

    /** The variance of one sequence around its mean, with divisor n - 1. */
    public double variance(int which, double mean) {
        if (length < 2) {
            return Double.NaN;
        }
        double[] array = arrays[which];
        double a = 0;
        double b = 0;
        int i = starts[which];
        int end = i + length;
        for (; i < end - 1; i += 2) {
            double one = array[i] - mean;
            double two = array[i + 1] - mean;
            a += one * one;
            b += two * two;
        }
        if (i < end) {
            a += (array[i] - mean) * (array[i] - mean);
        }
        return (a + b) / (length - 1);
    }
}
