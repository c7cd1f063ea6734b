package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.distributions.special.GammaFunction;
import java.util.Arrays;
import java.util.List;

/**
 * The part of the log weights of a count that data alone determine: logarithms of factorials, such as those of a Poisson
 * count or of the ways to see so many of it. To each value k belongs the weight exp(slope k) times that. Immutable, and
 * shared by all chains.
 */
public final class CountWeights {
    /** No count in a chain of counts is thought to be larger. */
    static final int LARGEST = 512;

    /** Terms that are smaller than the largest by this, in the logarithm, do not change a sum. */
    private static final double NOTHING = -45;

    private static final double[] LOG_FACTORIALS = new double[LARGEST + 1];

    static {
        for (int k = 0; k <= LARGEST; k++) {
            LOG_FACTORIALS[k] = GammaFunction.logFactorial(k);
        }
    }

    /** log k!, of a count that is not too large. */
    static double logFactorial(int k) {
        return LOG_FACTORIALS[k];
    }

    /**
     * A summand of the log weight of k.
     *
     * @param sign 1 or -1, with which the logarithm of the factorial of (turn k + offset) is added; for a power, 0
     * @param turn 1 or -1; 0 for what is the same for all values
     * @param times how often log k is added, of a power
     */
    public record Summand(int sign, int turn, int offset, double times) {
        public static Summand factorial(int sign, int turn, int offset) {
            return new Summand(sign, turn, offset, 0);
        }

        public static Summand power(double times) {
            return new Summand(0, 1, 0, times);
        }

        private double at(int k) {
            if (sign == 0) {
                return times == 0 ? 0 : times * Elementary.log(k);
            }
            int of = turn * k + offset;
            if (of < 0) {
                return sign < 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
            }
            return sign * GammaFunction.logFactorial(of);
        }
    }

    private final List<Summand> summands;
    private final double[] logs = new double[LARGEST + 1];
    private final int low;
    private final int high;
    /** Whether the ratio of neighbouring weights never rises, so that there is one mode. */
    private final boolean concave;

    private final boolean poisson;

    private CountWeights(List<Summand> summands) {
        this.summands = summands;
        for (int k = 0; k <= LARGEST; k++) {
            double sum = 0;
            boolean impossible = false;
            for (Summand summand : summands) {
                double own = summand.at(k);
                impossible |= own == Double.NEGATIVE_INFINITY;
                sum += own;
            }
            logs[k] = impossible ? Double.NEGATIVE_INFINITY : sum;
        }
        int first = 0;
        while (first <= LARGEST && logs[first] == Double.NEGATIVE_INFINITY) {
            first++;
        }
        int last = LARGEST;
        while (last >= first && logs[last] == Double.NEGATIVE_INFINITY) {
            last--;
        }
        low = first;
        high = last;
        boolean falls = true;
        for (int k = first + 1; k < last; k++) {
            falls &= logs[k + 1] - logs[k] <= logs[k] - logs[k - 1] + 1e-9;
        }
        concave = falls;
        poisson = summands.equals(List.of(Summand.factorial(-1, 1, 0)));
    }

    /** Weights of which there is one at least; null if there are none, or if they are not known. */
    public static CountWeights of(List<Summand> summands) {
        CountWeights weights =
                new CountWeights(summands.stream().sorted(CountWeights::compare).toList());
        boolean known = weights.low <= weights.high;
        for (int k = weights.low; k <= weights.high; k++) {
            known &= weights.logs[k] > Double.NEGATIVE_INFINITY && weights.logs[k] < Double.POSITIVE_INFINITY;
        }
        return known ? weights : null;
    }

    private static int compare(Summand a, Summand b) {
        int[] left = {a.sign, a.turn, a.offset};
        int[] right = {b.sign, b.turn, b.offset};
        int order = Arrays.compare(left, right);
        return order == 0 ? Double.compare(a.times, b.times) : order;
    }

    /** The lowest value that is possible. */
    public int lowest() {
        return low;
    }

    int high() {
        return high;
    }

    double log(int k) {
        return logs[k];
    }

    /** At least the logarithm of the largest weight. */
    double logMost(double slope) {
        double most = slope * low + logs[low];
        for (int k = low + 1; k <= high; k++) {
            double log = slope * k + logs[k];
            if (log < most && concave) {
                return most;
            }
            most = Math.max(most, log);
        }
        return most;
    }

    /** At least the logarithm of the sum of all weights, and that but for rounding. */
    double logSum(double slope) {
        if (poisson) {
            return Elementary.exp(slope);
        }
        double most = logMost(slope);
        double sum = 0;
        boolean rising = true;
        for (int k = low; k <= high; k++) {
            double log = slope * k + logs[k] - most;
            if (log > NOTHING) {
                sum += FastExponential.of(log);
                rising = false;
            } else if (!rising && concave) {
                // What is left falls at least as fast as it did.
                break;
            }
        }
        return most + Elementary.log(sum) + 1e-12;
    }

    /** About the mean of the count. */
    double mean(double slope) {
        if (poisson) {
            return Elementary.exp(slope);
        }
        double step = 1e-4;
        return (logSum(slope + step) - logSum(slope - step)) / (2 * step);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CountWeights weights && summands.equals(weights.summands);
    }

    @Override
    public int hashCode() {
        return summands.hashCode();
    }
}
