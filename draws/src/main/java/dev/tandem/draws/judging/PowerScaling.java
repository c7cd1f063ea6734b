package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.Order;
import dev.tandem.draws.summary.Diagnostics;
import java.util.Arrays;

/**
 * How much quantities of a posterior change when a part of the model, its prior or its likelihood, is raised to a power a
 * little below or above one (Kallioinen, Paananen, Bürkner and Vehtari 2024). Draws are reweighted by Pareto smoothed
 * importance sampling instead of being made anew, and the change is the cumulative Jensen-Shannon distance (Nguyen and
 * Vreeken 2015) for each doubling of the power, as the R package priorsense has it.
 */
public final class PowerScaling {
    /** The powers on either side of one. */
    private static final double LOWER = 0.99;

    private static final double UPPER = 1.01;

    /** With no more draws than this the tail is a fifth of them. */
    private static final int FEW_DRAWS = 225;

    private final boolean constant;
    private final ParetoSmoothing.Smoothed lower;
    private final ParetoSmoothing.Smoothed upper;

    private PowerScaling(double[][] logDensity) {
        double[] all = Arrays.stream(logDensity).flatMapToDouble(Arrays::stream).toArray();
        double least = Arrays.stream(all).min().orElseThrow();
        double greatest = Arrays.stream(all).max().orElseThrow();
        // A NaN is neither: nothing can be said then.
        constant = greatest - least < Math.ulp(1.0);
        lower = weights(logDensity, all, LOWER);
        upper = weights(logDensity, all, UPPER);
    }

    /**
     * Scales a part of the model.
     *
     * @param logDensity its log density at each draw, chain by chain
     */
    public static PowerScaling of(double[][] logDensity) {
        return new PowerScaling(logDensity);
    }

    private static ParetoSmoothing.Smoothed weights(double[][] chains, double[] all, double power) {
        double[][] ratios = Arrays.stream(chains)
                .map(chain -> Arrays.stream(chain).map(log -> (power - 1) * log).toArray())
                .toArray(double[][]::new);
        double effective = Diagnostics.essTail(ratios);
        int n = all.length;
        int tail = Double.isNaN(effective)
                ? 0
                : n > FEW_DRAWS ? (int) Math.ceil(3 * Math.sqrt(n / (effective / n))) : n / 5;
        return ParetoSmoothing.withTail(
                Arrays.stream(all).map(log -> (power - 1) * log).toArray(), tail);
    }

    /** Whether this part of the model is the same at all draws, so that no power changes anything: a flat prior. */
    public boolean constant() {
        return constant;
    }

    /** The larger k of the Pareto distributions fitted to the weights; above 0.7 the result cannot be relied upon. */
    public double shape() {
        return Math.max(lower.shape(), upper.shape());
    }

    /**
     * How much a quantity changes: its distance from itself at both powers, divided by their binary logarithms, and the
     * mean of the two. It does not depend on the unit that the quantity is measured in.
     *
     * @param draws of the quantity, chain by chain; one that never changes, or is not always finite, has none
     * @return not a number where there is none
     */
    public double sensitivity(double[][] draws) {
        for (double[] chain : draws) {
            for (double value : chain) {
                if (!Double.isFinite(value)) {
                    return Double.NaN;
                }
            }
        }
        Order order = Order.of(draws);
        int n = order.size();
        if (order.sorted(0) == order.sorted(n - 1)) {
            return Double.NaN;
        }
        if (constant) {
            return 0;
        }
        double up = distance(order, upper.logWeights()) / log2(UPPER);
        double down = -distance(order, lower.logWeights()) / log2(LOWER);
        return (up + down) / 2;
    }

    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    /** Seen from both ends, the larger: it should not matter which way up a quantity is written. */
    private static double distance(Order order, double[] logWeights) {
        int n = order.size();
        double[] weights = new double[n];
        double[] reversed = new double[n];
        double[] gaps = new double[n - 1];
        double[] reversedGaps = new double[n - 1];
        for (int i = 0; i < n; i++) {
            weights[i] = Math.exp(logWeights[order.place(i)]);
            reversed[n - 1 - i] = weights[i];
        }
        for (int i = 0; i < n - 1; i++) {
            gaps[i] = order.sorted(i + 1) - order.sorted(i);
            reversedGaps[n - 2 - i] = gaps[i];
        }
        return Math.max(distance(gaps, weights), distance(reversedGaps, reversed));
    }

    /**
     * The distance between equal weights and others of the same draws. With P and Q the two distribution functions, M their
     * mean and d = (Q - P) / (Q + P), P log(P / M) + Q log(Q / M) is M ((1 - d) log(1 - d) + (1 + d) log(1 + d)), which
     * loses no digits where the two are close.
     */
    private static double distance(double[] gaps, double[] weights) {
        int n = weights.length;
        double total = Arrays.stream(weights).sum();
        double p = 0;
        double q = 0;
        double divergence = 0;
        double bound = 0;
        for (int i = 0; i < gaps.length; i++) {
            p += 1.0 / n;
            q += weights[i] / total;
            double d = (q - p) / (q + p);
            double above = Math.log1p(d) * (1 + d);
            double below = d >= 1 ? 0 : Math.log1p(-d) * (1 - d);
            divergence += gaps[i] * (p + q) / 2 * (above + below);
            bound += gaps[i] * (p + q);
        }
        return Math.sqrt(Math.max(0, divergence / Math.log(2) / bound));
    }
}
