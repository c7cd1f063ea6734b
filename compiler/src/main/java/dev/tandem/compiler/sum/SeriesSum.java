package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;

/**
 * Adds up the weights of a count, from its lowest value to where it is proved that the rest would not change a digit.
 *
 * <p>The ratio of the weights of later values is never larger than r ({@link Series#ratioFrom}). Once r is less than 1,
 * everything that comes after a value of weight w adds up to at most w r / (1 - r): if that is less than the last binary
 * digit of the sum, the sum is complete. There is no largest value that somebody has to guess. Where the weights have
 * their mode far above the lowest value, the walk begins there and goes both ways.
 */
final class SeriesSum {
    /** Half of the last digit of 1. */
    private static final double NOTHING = 0x1p-54;

    /** Sums and weights are scaled down beyond this. */
    private static final int HUGE_EXPONENT = 800;

    private static final double HUGE = 0x1p800;
    private static final double LOG_HUGE = HUGE_EXPONENT * Elementary.log(2);

    /** If weights still rise after so many values, the walk begins at their mode. */
    private static final int FAR = 256;

    /** No value above this is thought of: discrete unknowns are whole numbers of 32 bits. */
    private static final int LARGEST = Integer.MAX_VALUE - 1;

    private Series series;
    private double theta;
    private double shift;

    private double sum;
    private double first;
    private double byShift;
    private double logScale;

    /** How often sums were scaled down. */
    private int scalings;

    /** The share of the sum that is still to pass until a value is drawn; infinite when none is. */
    private double rest;

    /** What a weight counts in units of the rest, which are those of the sum in the end. */
    private double unit;

    private int allScalings;

    private int drawn;

    /**
     * The logarithm of the sum of all weights over that of the lowest value.
     *
     * @param ofShift the number in the numerator that has one, else anything
     */
    double logSum(Series of, double slope, double ofShift) {
        begin(of, slope, ofShift);
        rest = Double.POSITIVE_INFINITY;
        allScalings = 0;
        if (slope == Double.NEGATIVE_INFINITY || of.low() == of.high()) {
            return 0;
        }
        if (!(slope < Double.POSITIVE_INFINITY) || (of.shifted() && !(shift > 0 && shift < Double.POSITIVE_INFINITY))) {
            sum = Double.NaN;
            return Double.NEGATIVE_INFINITY;
        }
        if (!walk(slope)) {
            sum = Double.NaN;
            return Double.NEGATIVE_INFINITY;
        }
        return logScale + Elementary.log(sum);
    }

    private void begin(Series of, double slope, double ofShift) {
        series = of;
        theta = Elementary.exp(slope);
        shift = of.shifted() ? ofShift : 0;
        sum = 1;
        first = 0;
        byShift = 0;
        logScale = 0;
        scalings = 0;
        unit = 1;
        drawn = 0;
    }

    /** How far the count is above its lowest value in the mean: the derivative of the last logSum by the slope. */
    double mean() {
        return first / sum;
    }

    /** The derivative of the last logSum by the shift. */
    double byShift() {
        return byShift / sum;
    }

    /**
     * Draws a value.
     *
     * @param uniform between 0 and 1
     */
    int draw(Series of, double slope, double ofShift, double uniform) {
        logSum(of, slope, ofShift);
        if (!(sum > 1 || logScale != 0)) {
            return of.low();
        }
        double target = uniform * sum;
        allScalings = scalings;
        begin(of, slope, ofShift);
        rest = target;
        unit = Math.scalb(1.0, -HUGE_EXPONENT * allScalings);
        walk(slope);
        return of.low() + drawn;
    }

    /** Adds up; false if the mode is beyond all whole numbers. */
    private boolean walk(double slope) {
        int last = series.high() == Integer.MAX_VALUE ? LARGEST - series.low() : series.high() - series.low();
        if (last > FAR && rises(FAR, slope)) {
            if (series.high() == Integer.MAX_VALUE && rises(last, slope)) {
                return false;
            }
            fromMode(mode(last, slope), last, slope);
            return true;
        }
        if (rest == Double.POSITIVE_INFINITY && !series.shifted()) {
            upAlone(last);
        } else if (!taken(1, 0)) {
            up(0, 0, last);
        }
        return true;
    }

    /** Whether the weight of low + j + 1 is larger than that of low + j. */
    private boolean rises(int j, double slope) {
        return slope + Elementary.log(series.ratio(j) * (series.shifted() ? series.low() + j + shift : 1)) > 0;
    }

    /** The largest value that is as far as weights rise. */
    private int mode(int last, double slope) {
        int from = 0;
        int to = last;
        while (to - from > 1) {
            int middle = from + (to - from) / 2;
            if (rises(middle, slope)) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return to;
    }

    /** Whether what is to pass until a value is drawn has passed with this weight. */
    private boolean taken(double weight, int j) {
        rest -= unit * weight;
        if (rest < 0) {
            drawn = j;
            return true;
        }
        return false;
    }

    /** Adds what comes after low + from, whose weight is the unit. */
    private boolean up(int from, double harmonicFrom, int last) {
        double weight = 1;
        double harmonic = harmonicFrom;
        drawn = from;
        for (int j = from; j < last; j++) {
            double ratio = theta * series.ratio(j);
            if (series.shifted()) {
                double numerator = series.low() + j + shift;
                ratio *= numerator;
                harmonic += 1 / numerator;
            }
            weight *= ratio;
            if (weight > HUGE) {
                weight /= HUGE;
                sum /= HUGE;
                first /= HUGE;
                byShift /= HUGE;
                logScale += LOG_HUGE;
                scalings++;
                unit = Math.scalb(1.0, HUGE_EXPONENT * (scalings - allScalings));
            }
            sum += weight;
            first += weight * (j + 1);
            byShift += weight * harmonic;
            if (taken(weight, j + 1)) {
                return true;
            }
            if (weight <= NOTHING * sum) {
                double most = theta * series.ratioFrom(j + 1, shift);
                if (weight == 0 || (most < 1 && weight * most <= NOTHING * (1 - most) * sum)) {
                    return false;
                }
            }
        }
        return false;
    }

    /**
     * What {@link #up} does from the lowest value on where there is no shift and nothing is drawn, to the last bit: gradients
     * of models with many counts spend their time here, and sums that are no fields stay in registers.
     */
    private void upAlone(int last) {
        double weight = 1;
        double total = 1;
        double moment = 0;
        for (int j = 0; j < last; j++) {
            weight *= theta * series.ratio(j);
            if (weight > HUGE) {
                weight /= HUGE;
                total /= HUGE;
                moment /= HUGE;
                logScale += LOG_HUGE;
                scalings++;
            }
            total += weight;
            moment += weight * (j + 1);
            if (weight <= NOTHING * total) {
                double most = theta * series.ratioFrom(j + 1, 0);
                if (weight == 0 || (most < 1 && weight * most <= NOTHING * (1 - most) * total)) {
                    break;
                }
            }
        }
        sum = total;
        first = moment;
    }

    private void fromMode(int mode, int last, double slope) {
        logScale = mode * slope + series.logWeight(mode, shift);
        double harmonic = series.shifted()
                ? GammaFunction.digamma(series.low() + mode + shift) - GammaFunction.digamma(series.low() + shift)
                : 0;
        sum = 1;
        first = mode;
        byShift = harmonic;
        if (taken(1, mode) || up(mode, harmonic, last)) {
            return;
        }
        double weight = 1;
        for (int j = mode; j > 0; j--) {
            double ratio = theta * series.ratio(j - 1);
            if (series.shifted()) {
                double numerator = series.low() + j - 1 + shift;
                ratio *= numerator;
                harmonic -= 1 / numerator;
            }
            weight /= ratio;
            sum += weight;
            first += weight * (j - 1);
            byShift += weight * harmonic;
            if (taken(weight, j - 1)) {
                return;
            }
            // Ratios of lower values are larger where they fall, and bring the weights down faster.
            if (weight <= NOTHING * sum && ratio > 1 && weight <= NOTHING * (ratio - 1) * sum && series.falls()) {
                return;
            }
        }
    }
}
