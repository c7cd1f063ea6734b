package dev.tandem.draws;

import java.util.Arrays;

/**
 * Autocovariances of chains of n draws, with divisor n at each lag, averaged over chains, where each chain is centred at its
 * own mean. Small lags are summed as they are asked for, which is all that chains need that mix; from there on all of them
 * come at once from the fast Fourier transform, in O(n log n).
 */
final class Autocovariance {
    /** Lags that are summed, for each doubling of n: about as many as cost what the transform does. */
    private static final int LAGS_PER_DOUBLING = 3;

    private final int n;
    private final int lagsToSum;
    private final double[] means;
    private final double[][] centred;
    private double[] transformed;

    Autocovariance(double[][] chains) {
        n = chains[0].length;
        lagsToSum = LAGS_PER_DOUBLING * (Integer.SIZE - Integer.numberOfLeadingZeros(n));
        means = new double[chains.length];
        centred = new double[chains.length][n];
        for (int chain = 0; chain < chains.length; chain++) {
            double mean = Moments.mean(chains[chain]);
            means[chain] = mean;
            for (int i = 0; i < n; i++) {
                centred[chain][i] = chains[chain][i] - mean;
            }
        }
    }

    /** At all lags, 0 to n - 1. */
    static double[] mean(double[][] chains) {
        Autocovariance covariance = new Autocovariance(chains);
        double[] all = new double[covariance.n];
        for (int lag = 0; lag < all.length; lag++) {
            all[lag] = covariance.at(lag);
        }
        return all;
    }

    /** The mean of each chain. */
    double[] means() {
        return means;
    }

    /** At one lag, below n. */
    double at(int lag) {
        if (lag < lagsToSum) {
            return summed(lag);
        }
        if (transformed == null) {
            transformed = transform();
        }
        return transformed[lag];
    }

    private double summed(int lag) {
        double total = 0;
        for (double[] chain : centred) {
            total += product(chain, lag);
        }
        return total / ((double) n * centred.length);
    }

    /** In four sums, so that none has to wait for the last addition. */
    private static double product(double[] chain, int lag) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        int end = chain.length - lag;
        for (; i < end - 3; i += 4) {
            a += chain[i] * chain[i + lag];
            b += chain[i + 1] * chain[i + 1 + lag];
            c += chain[i + 2] * chain[i + 2 + lag];
            d += chain[i + 3] * chain[i + 3 + lag];
        }
        for (; i < end; i++) {
            a += chain[i] * chain[i + lag];
        }
        return a + b + (c + d);
    }

    /**
     * The transform is linear, so the average is taken over the power spectra and transformed back once. Two chains
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
        for (int chain = 0; chain < centred.length; chain += 2) {
            pad(centred[chain], re);
            pad(chain + 1 < centred.length ? centred[chain + 1] : new double[0], im);
            transform.forward(re, im);
            for (int k = 0; k < size; k++) {
                power[k] += re[k] * re[k] + im[k] * im[k];
            }
        }
        Arrays.fill(im, 0);
        transform.forward(power, im);
        double[] covariance = new double[n];
        double scale = 1.0 / ((double) size * n * centred.length);
        for (int lag = 0; lag < n; lag++) {
            covariance[lag] = power[lag] * scale;
        }
        return covariance;
    }

    private static void pad(double[] chain, double[] padded) {
        System.arraycopy(chain, 0, padded, 0, chain.length);
        Arrays.fill(padded, chain.length, padded.length, 0);
    }
}
