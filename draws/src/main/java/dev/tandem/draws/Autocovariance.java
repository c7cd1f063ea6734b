package dev.tandem.draws;

import java.util.Arrays;

/** Autocovariances of chains by the fast Fourier transform: O(n log n), where the direct sum is O(n^2). */
final class Autocovariance {
    private Autocovariance() {}

    /**
     * The autocovariance at lags 0 to n - 1, with divisor n at each lag, averaged over chains of n draws each, where
     * each chain is centred at its own mean.
     *
     * <p>The transform is linear, so the average is taken over the power spectra and transformed back once. Two chains
     * share one complex transform, as its real and imaginary part: |X|^2 + |Y|^2 is then the even part of |Z|^2, and
     * the odd part only touches the imaginary part of the result, which is dropped.
     */
    static double[] mean(double[][] chains) {
        int n = chains[0].length;
        // At least n zeros follow the draws, so that the circular sums do not wrap around.
        int size = Integer.highestOneBit(Math.max(2 * n - 1, 1)) << 1;
        FourierTransform transform = new FourierTransform(size);
        double[] re = new double[size];
        double[] im = new double[size];
        double[] power = new double[size];
        for (int chain = 0; chain < chains.length; chain += 2) {
            centre(chains[chain], re);
            centre(chain + 1 < chains.length ? chains[chain + 1] : new double[0], im);
            transform.forward(re, im);
            for (int k = 0; k < size; k++) {
                power[k] += re[k] * re[k] + im[k] * im[k];
            }
        }
        Arrays.fill(im, 0);
        transform.forward(power, im);
        double[] covariance = new double[n];
        double scale = 1.0 / ((double) size * n * chains.length);
        for (int lag = 0; lag < n; lag++) {
            covariance[lag] = power[lag] * scale;
        }
        return covariance;
    }

    private static void centre(double[] chain, double[] padded) {
        double mean = Moments.mean(chain);
        for (int i = 0; i < chain.length; i++) {
            padded[i] = chain[i] - mean;
        }
        Arrays.fill(padded, chain.length, padded.length, 0);
    }
}
