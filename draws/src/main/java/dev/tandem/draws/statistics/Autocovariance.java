package dev.tandem.draws.statistics;

import java.util.Arrays;

/**
 * Autocovariances of numbers. Small lags are summed as they are asked for, which is all that chains need that mix; from there
 * on all of them come at once from the fast Fourier transform, in O(n log n).
 */
public final class Autocovariance implements Lags {
    /** Lags that are summed, for each doubling of n: about as many as cost what the transform does. */
    private static final int LAGS_PER_DOUBLING = 3;

    private final int n;
    private final int lagsToSum;
    private final double[] means;

    /** The sequences less their means, one after the other. */
    private final double[] centred;

    /** The lag after the last even one that was asked for, and what it has: the two are summed together. */
    private int following = -1;

    private double atFollowing;
    private double[] transformed;

    public Autocovariance(Ranges sequences, Buffers buffers) {
        n = sequences.length();
        lagsToSum = lagsToSum(n);
        means = new double[sequences.count()];
        centred = buffers.numbers(Buffers.Purpose.CENTRED, Math.multiplyExact(means.length, n));
        for (int i = 0; i < means.length; i++) {
            means[i] = sequences.mean(i);
            centre(sequences.array(i), sequences.start(i), means[i], centred, i * n, n);
        }
    }

    static int lagsToSum(int n) {
        return LAGS_PER_DOUBLING * (Integer.SIZE - Integer.numberOfLeadingZeros(n));
    }

    private static void centre(double[] from, int start, double mean, double[] to, int first, int length) {
        for (int i = 0; i < length; i++) {
            to[first + i] = from[start + i] - mean;
        }
    }

    /** At all lags, 0 to n - 1. */
    static double[] mean(double[][] chains) {
        Autocovariance covariance = new Autocovariance(Ranges.whole(chains), new Buffers());
        double[] all = new double[covariance.n];
        for (int lag = 0; lag < all.length; lag++) {
            all[lag] = covariance.at(lag);
        }
        return all;
    }

    @Override
    public int length() {
        return n;
    }

    @Override
    public double[] means() {
        return means;
    }

    @Override
    public double at(int lag) {
        if (lag == following) {
            return atFollowing;
        }
        if (lag < lagsToSum) {
            return summed(lag);
        }
        return transformed(lag);
    }

    /** From the transform, whatever the lag. */
    double transformed(int lag) {
        if (transformed == null) {
            transformed = transform();
        }
        return transformed[lag];
    }

    /** Lags are asked for in pairs, which read the same numbers. */
    private double summed(int lag) {
        double[] pair = new double[2];
        for (int i = 0; i < means.length; i++) {
            products(centred, i * n, n, lag, pair);
        }
        double divisor = (double) n * means.length;
        following = lag + 1;
        atFollowing = pair[1] / divisor;
        return pair[0] / divisor;
    }

    /** Adds the products at a lag and at the next one, in four sums each, so that none has to wait for the last addition. */
    private static void products(double[] x, int start, int length, int lag, double[] pair) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        double e = 0;
        double f = 0;
        double g = 0;
        double h = 0;
        int i = start;
        int both = start + length - lag - 1;
        for (; i < both - 3; i += 4) {
            double first = x[i + lag + 1];
            double second = x[i + lag + 2];
            double third = x[i + lag + 3];
            a += x[i] * x[i + lag];
            e += x[i] * first;
            b += x[i + 1] * first;
            f += x[i + 1] * second;
            c += x[i + 2] * second;
            g += x[i + 2] * third;
            d += x[i + 3] * third;
            h += x[i + 3] * x[i + lag + 4];
        }
        for (; i < both; i++) {
            a += x[i] * x[i + lag];
            e += x[i] * x[i + lag + 1];
        }
        pair[0] += a + b + (c + d) + x[both] * x[both + lag];
        pair[1] += e + f + (g + h);
    }

    /**
     * The transform is linear, so the average is taken over the power spectra and transformed back once. Two sequences
     * share one complex transform, as its real and imaginary part: |X|^2 + |Y|^2 is then the even part of |Z|^2, and
     * the odd part only touches the imaginary part of the result, which is dropped.
     */
    private double[] transform() {
        // At least n zeros follow the draws, so that the circular sums do not wrap around.
        int size = Integer.highestOneBit(Math.max(2 * n - 1, 1)) << 1;
        FourierTransform transform = new FourierTransform(size);
        double[] re = new double[size];
        double[] im = new double[size];
        double[] power = new double[size];
        for (int i = 0; i < means.length; i += 2) {
            pad(i, re);
            pad(i + 1, im);
            transform.forward(re, im);
            for (int k = 0; k < size; k++) {
                power[k] += re[k] * re[k] + im[k] * im[k];
            }
        }
        Arrays.fill(im, 0);
        transform.forward(power, im);
        double[] covariance = new double[n];
        double scale = 1.0 / ((double) size * n * means.length);
        for (int lag = 0; lag < n; lag++) {
            covariance[lag] = power[lag] * scale;
        }
        return covariance;
    }

    /** Zeros follow a sequence; where there is none, they are all. */
    private void pad(int sequence, double[] padded) {
        int length = sequence < means.length ? n : 0;
        System.arraycopy(centred, sequence * length, padded, 0, length);
        Arrays.fill(padded, length, padded.length, 0);
    }
}
