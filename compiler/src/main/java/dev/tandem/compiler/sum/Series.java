package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.GammaFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the weights of a count change from one value to the next: those of k + 1 and k have the ratio
 *
 * <pre>exp(slope) * product of (k + a) * product of (c - k) / product of (k + b),</pre>
 *
 * with numbers a, b and c that the data determine. One more numerator, k + shift, may depend on unknowns, as slope does:
 * the size of a negative binomial. Poisson, binomial and negative binomial counts that were counted with misses have this
 * form, and no logarithm of a factorial is needed to walk along it. Immutable, and shared by all chains.
 */
public final class Series {
    /** Ratios are kept for so many values. */
    private static final int KEPT = 96;

    private final int low;
    private final int high;
    private final double[] above;
    private final double[] below;
    private final double[] ends;
    private final boolean shifted;

    /** Numerators that are smaller than their denominators: such a ratio rises, to 1. */
    private final double[] risingAbove;

    private final double[] risingBelow;

    /** The denominator that belongs to the numerator with the shift; NaN if there is none. */
    private final double partner;

    private final double[] kept;

    private Series(int low, int high, double[] above, double[] below, double[] ends, boolean shifted) {
        this.low = low;
        this.high = high;
        this.above = above;
        this.below = below;
        this.ends = ends;
        this.shifted = shifted;
        int pairs = above.length;
        double[] a = new double[pairs];
        double[] b = new double[pairs];
        int rising = 0;
        for (int i = 0; i < pairs; i++) {
            if (above[i] < below[i]) {
                a[rising] = above[i];
                b[rising++] = below[i];
            }
        }
        risingAbove = Arrays.copyOf(a, rising);
        risingBelow = Arrays.copyOf(b, rising);
        partner = shifted ? below[below.length - 1] : Double.NaN;
        kept = new double[(int) Math.min(KEPT, (long) high - low)];
        for (int j = 0; j < kept.length; j++) {
            kept[j] = product(low + (double) j);
        }
    }

    /**
     * A series.
     *
     * @param low the lowest value that is possible
     * @param high the highest, the largest integer if there is no end
     * @param above the numbers a
     * @param below the numbers b
     * @param ends the numbers c
     * @param shifted whether there is a numerator k + shift
     * @return null if the sum of the weights may have no end
     */
    public static Series of(int low, int high, double[] above, double[] below, double[] ends, boolean shifted) {
        List<Double> numerators = new ArrayList<>(Arrays.stream(above).boxed().toList());
        List<Double> denominators = new ArrayList<>();
        for (double b : below) {
            if (!numerators.remove((Double) b)) {
                denominators.add(b);
            }
        }
        if (numerators.size() + (shifted ? 1 : 0) > denominators.size()) {
            return null;
        }
        return new Series(low, high, descending(numerators), descending(denominators), ends.clone(), shifted);
    }

    private static double[] descending(List<Double> numbers) {
        return numbers.stream()
                .sorted((a, b) -> Double.compare(b, a))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    public int low() {
        return low;
    }

    int high() {
        return high;
    }

    boolean shifted() {
        return shifted;
    }

    /** Whether the ratio never rises, so that the weights have one mode. */
    boolean falls() {
        return risingAbove.length == 0 && !shifted;
    }

    /** The ratio of the weights of low + j + 1 and low + j, but for slope and shift. */
    double ratio(int j) {
        return j < kept.length ? kept[j] : product(low + (double) j);
    }

    private double product(double k) {
        double up = 1;
        for (double a : above) {
            up *= k + a;
        }
        for (double c : ends) {
            up *= c - k;
        }
        double down = 1;
        for (double b : below) {
            down *= k + b;
        }
        return up / down;
    }

    /** At least the ratio, with the shift but for the slope, of this and all later values. */
    double ratioFrom(int j, double shift) {
        double k = low + (double) j;
        double most = ratio(j);
        for (int i = 0; i < risingAbove.length; i++) {
            most *= (k + risingBelow[i]) / (k + risingAbove[i]);
        }
        return shifted ? most * Math.max(k + shift, k + partner) : most;
    }

    /** The logarithm of the weight of low + j over that of low, but for the slope. */
    double logWeight(int j, double shift) {
        return logWeight(j, shift, shifted);
    }

    /** The logarithm of the weight of low + j over that of low, but for the slope and the factor with the shift. */
    double logFixedWeight(int j) {
        return logWeight(j, 0, false);
    }

    private double logWeight(int j, double shift, boolean withShift) {
        double log = 0;
        for (double a : above) {
            log += risen(low + a, j);
        }
        if (withShift) {
            log += risen(low + shift, j);
        }
        for (double b : below) {
            log -= risen(low + b, j);
        }
        for (double c : ends) {
            log += GammaFunction.logGamma(c - low + 1) - GammaFunction.logGamma(c - low - j + 1);
        }
        return log;
    }

    /** log of x (x + 1) .. (x + j - 1). */
    static double risen(double x, int j) {
        return GammaFunction.logGamma(x + j) - GammaFunction.logGamma(x);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Series series
                && low == series.low
                && high == series.high
                && shifted == series.shifted
                && Arrays.equals(above, series.above)
                && Arrays.equals(below, series.below)
                && Arrays.equals(ends, series.ends);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * low + Arrays.hashCode(below)) + Arrays.hashCode(above);
    }
}
