package dev.tandem.inference;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.inference.Example.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Holds draws against truth: how far means and standard deviations are from it, in standard errors.
 *
 * <p>The error of a mean comes from the effective sample size. That of a standard deviation must not lean on the same
 * code, so it comes from the means of batches. Elements that hardly ever leave their usual value have no normal law at
 * such lengths and are counted, not compared; elements that never leave it are compared exactly.
 */
final class Comparison {
    /** Batches over all chains. */
    static final int BATCHES = 80;

    /** So many effective draws must be away from an element's usual value, or its mean is no normal variable. */
    private static final double LEAST_AWAY = 30;

    private final List<String> wrong = new ArrayList<>();
    private final double threshold;
    private double largestMean;
    private double largestSd;
    private double smallestSize = Double.POSITIVE_INFINITY;
    private double largestRhat = 1;
    private int rare;

    private Comparison(double threshold) {
        this.threshold = threshold;
    }

    static Comparison of(Draws draws, Map<String, Truth> truths, double threshold) {
        Comparison comparison = new Comparison(threshold);
        truths.forEach((element, truth) -> comparison.add(element, draws, truth));
        return comparison;
    }

    private void add(String element, Draws draws, Truth truth) {
        double[][] values = draws.element(element);
        if (truth.sd() == 0) {
            for (double[] chain : values) {
                for (double value : chain) {
                    if (value != truth.mean()) {
                        wrong.add(element + " is always " + truth.mean() + ", but " + value + " was drawn");
                        return;
                    }
                }
            }
            return;
        }
        double size = Diagnostics.essMean(values);
        if (isDiscrete(values) && !(away(truth) * size >= LEAST_AWAY)) {
            rare++;
            return;
        }
        smallestSize = Math.min(smallestSize, Math.min(size, Diagnostics.essBulk(values)));
        largestRhat = Math.max(largestRhat, Diagnostics.rhat(values));
        double error = Diagnostics.mcseMean(values);
        double mean = score(Diagnostics.mean(values), truth.mean(), error, truth.meanError());
        double sd = score(Diagnostics.sd(values), truth.sd(), sdError(values, error), truth.sdError());
        largestMean = Math.max(largestMean, Math.abs(mean));
        largestSd = Math.max(largestSd, Math.abs(sd));
        if (!(Math.abs(mean) <= threshold && Math.abs(sd) <= threshold)) {
            wrong.add(String.format(
                    Locale.ROOT,
                    "%s: mean %.5f, truth %.5f, %.1f errors off; sd %.5f, truth %.5f, %.1f errors off",
                    element,
                    Diagnostics.mean(values),
                    truth.mean(),
                    mean,
                    Diagnostics.sd(values),
                    truth.sd(),
                    sd));
        }
    }

    private static double score(double ours, double truth, double error, double truthError) {
        // Truth is written to seven digits.
        double rounding = 5e-7 * Math.abs(truth);
        return (ours - truth) / Math.sqrt(error * error + truthError * truthError + rounding * rounding);
    }

    private static boolean isDiscrete(double[][] values) {
        for (double[] chain : values) {
            for (double value : chain) {
                if (value != Math.rint(value)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A bound on the probability that a whole number with this mean and variance is not its usual value. */
    private static double away(Truth truth) {
        return Math.min(truth.sd() * truth.sd(), 0.5);
    }

    /**
     * The error of the standard deviation: that of the mean squared deviation by batch means, over 2 sd. What the
     * error of the mean adds is of second order, but all there is for a fair coin.
     */
    private static double sdError(double[][] values, double meanError) {
        int perChain = BATCHES / values.length;
        int length = values[0].length / perChain;
        double mean = Diagnostics.mean(values);
        double[] batches = new double[perChain * values.length];
        for (int batch = 0; batch < batches.length; batch++) {
            double[] chain = values[batch / perChain];
            int first = (batch % perChain) * length;
            for (int i = first; i < first + length; i++) {
                batches[batch] += (chain[i] - mean) * (chain[i] - mean) / length;
            }
        }
        double sd = Diagnostics.sd(values);
        double first = Diagnostics.sd(new double[][] {batches}) / Math.sqrt(batches.length) / (2 * sd);
        return Math.hypot(first, meanError * meanError / sd);
    }

    List<String> wrong() {
        return wrong;
    }

    double largestMean() {
        return largestMean;
    }

    double largestSd() {
        return largestSd;
    }

    double smallestSize() {
        return smallestSize;
    }

    double largestRhat() {
        return largestRhat;
    }

    /** Elements that were not compared, since too few draws could tell. */
    int rare() {
        return rare;
    }
}
