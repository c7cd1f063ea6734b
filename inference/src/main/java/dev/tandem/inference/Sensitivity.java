package dev.tandem.inference;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * How large an error of a posterior ranks would have shown, were the posterior about normal: what is smaller may well have
 * gone unseen.
 *
 * @param power the probability with which errors of this size are found
 * @param shift the distance of draws from the posterior, in its standard deviations
 * @param narrow the standard deviation of draws over that of the posterior, below 1
 * @param coverage what intervals from draws so narrow really hold, where they should hold 90%
 */
public record Sensitivity(double power, double shift, double narrow, double coverage) {
    private static final double NINETY_PERCENT = 1.6448536269514722;

    /**
     * For the test that {@link Calibration.Unknown#lean} makes.
     *
     * @param ranks the number of ranks that there are
     * @param level the probability of a false alarm of that one test
     */
    static Sensitivity of(int replications, int ranks, double level, double power) {
        // The upper tail of chi-square with two degrees of freedom is an exponential.
        double critical = -2 * Math.log(level);
        double needed =
                smallest(0, 1e4, noncentrality -> upper(2, noncentrality, critical), power) / Math.max(1, replications);
        double shift = smallest(0, 10, size -> lean(ranks, size, 1), needed);
        double narrow = 1 - smallest(0, 0.999, size -> lean(ranks, 0, 1 - size), needed);
        return new Sensitivity(power, shift, narrow, 1 - 2 * normal(-NINETY_PERCENT * narrow));
    }

    /** A rank from 0 as a number between -1 and 1. */
    static double centred(int rank, int ranks) {
        return (2 * rank + 1.0) / ranks - 1;
    }

    /** The polynomial of first degree with mean 0 and variance 1 over all ranks. */
    static double tilt(double u, int ranks) {
        return u / Math.sqrt(second(ranks));
    }

    /** That of second degree. */
    static double bend(double u, int ranks) {
        double second = second(ranks);
        return (u * u - second) / Math.sqrt(fourth(ranks) - second * second);
    }

    private static double second(int ranks) {
        double n = ranks;
        return (n * n - 1) / (3 * n * n);
    }

    private static double fourth(int ranks) {
        double n2 = (double) ranks * ranks;
        return (3 * n2 * n2 - 10 * n2 + 7) / (15 * n2 * n2);
    }

    /** The upper tail of chi-square. */
    private static double upper(double freedom, double x) {
        return RegularizedGamma.Q.value(freedom / 2, x / 2);
    }

    /** The upper tail of noncentral chi-square: a Poisson mixture of central ones. */
    private static double upper(double freedom, double noncentrality, double x) {
        double sum = 0;
        double half = noncentrality / 2;
        int last = (int) (half + 12 * Math.sqrt(half) + 30);
        double logWeight = -half;
        for (int i = 0; i <= last; i++) {
            sum += Math.exp(logWeight) * upper(freedom + 2 * i, x);
            logWeight += Math.log(half) - Math.log(i + 1);
        }
        return sum;
    }

    /** The squared mean of both polynomials, if draws are shifted by that much and their sd is multiplied. */
    private static double lean(int ranks, double shift, double scale) {
        double tilt = 0;
        double bend = 0;
        double below = 0;
        for (int rank = 0; rank < ranks; rank++) {
            double upTo = rank == ranks - 1 ? 1 : normal(quantile((rank + 1.0) / ranks) * scale + shift);
            double u = centred(rank, ranks);
            tilt += (upTo - below) * tilt(u, ranks);
            bend += (upTo - below) * bend(u, ranks);
            below = upTo;
        }
        return tilt * tilt + bend * bend;
    }

    private static double normal(double x) {
        return 0.5 * Erfc.value(-x / Math.sqrt(2));
    }

    private static double quantile(double p) {
        return -Math.sqrt(2) * InverseErfc.value(2 * p);
    }

    /** Where an increasing function reaches a value, by bisection; the upper end if it does not. */
    private static double smallest(double low, double high, DoubleUnaryOperator function, double wanted) {
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (function.applyAsDouble(middle) >= wanted) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
