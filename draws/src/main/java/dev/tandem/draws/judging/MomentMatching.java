package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.LogSums;
import java.util.Arrays;
import java.util.Optional;

/**
 * Leaves a unit of the data out where importance sampling by itself fails: draws are moved so that their mean, scales and
 * covariance are those that the weights ask for, until the weights can be trusted; then half of the draws are moved and
 * both halves weighted by the mixture that they come from (Paananen, Piironen, Bürkner and Vehtari 2021). Draws are moved
 * on a scale without bounds, on which the density is known up to a factor.
 */
public final class MomentMatching {
    private static final int MOST_ROUNDS = 30;

    /** Covariances are matched only with so many draws for each coordinate. */
    private static final int DRAWS_FOR_COVARIANCE = 10;

    /** A posterior on a scale without bounds. */
    public interface Target {
        /**
         * Computes log density and log likelihood.
         *
         * @param draw the draw that the position belongs to; whatever has no coordinates stays as it was there
         * @param unit of the data
         * @param result receives the log density of the posterior and the log likelihood of the unit
         */
        void at(int draw, double[] position, int unit, double[] result);
    }

    private final Target target;
    private final double[][] positions;
    private final double[] logDensities;
    private final int dimension;
    private final boolean covariance;

    /**
     * For the draws of a run, whose chains follow one another.
     *
     * @param positions for each draw its coordinates
     */
    public MomentMatching(Target target, double[][] positions) {
        this.target = target;
        this.positions = positions;
        dimension = positions[0].length;
        covariance = positions.length >= DRAWS_FOR_COVARIANCE * dimension;
        logDensities = new double[positions.length];
        double[] result = new double[2];
        for (int s = 0; s < positions.length; s++) {
            target.at(s, positions[s], 0, result);
            logDensities[s] = result[0];
        }
    }

    /**
     * A unit left out.
     *
     * @param unit its number
     * @param found what importance sampling by itself found
     * @param logs its log likelihoods, chain by chain
     * @return what was found; empty if no move makes the weights better
     */
    public Optional<LeaveOneOut.Unit> leaveOut(int unit, LeaveOneOut.Unit found, double[][] logs) {
        double[] all = Arrays.stream(logs).flatMapToDouble(Arrays::stream).toArray();
        double relative = LeaveOneOut.relativeEffectiveSize(logs, all.length);
        double[][] moved = Arrays.stream(positions).map(double[]::clone).toArray(double[][]::new);
        double[] weights = ParetoSmoothing.of(
                        Arrays.stream(all).map(log -> -log).toArray(), relative)
                .logWeights();
        double shape = found.shape();
        AffineMap total = AffineMap.identity(positions);
        int rounds = 0;
        while (rounds < MOST_ROUNDS && !(shape <= LeaveOneOut.LARGEST_SHAPE)) {
            boolean better = false;
            for (AffineMap.Kind kind : AffineMap.Kind.values()) {
                Optional<AffineMap> step = better || (kind == AffineMap.Kind.COVARIANCE && !covariance)
                        ? Optional.empty()
                        : AffineMap.matching(kind, moved, weights);
                if (step.isEmpty()) {
                    continue;
                }
                double[][] next = step.get().apply(moved);
                ParetoSmoothing.Smoothed weighed = weigh(unit, next, relative);
                if (weighed.shape() < shape) {
                    better = true;
                    moved = next;
                    weights = weighed.logWeights();
                    shape = weighed.shape();
                    total = total.then(step.get());
                    rounds++;
                }
            }
            if (!better) {
                break;
            }
        }
        return rounds == 0 ? Optional.empty() : Optional.of(split(unit, total, shape, relative, found));
    }

    private ParetoSmoothing.Smoothed weigh(int unit, double[][] at, double relative) {
        int n = at.length;
        double[] ratios = new double[n];
        double[] result = new double[2];
        for (int s = 0; s < n; s++) {
            target.at(s, at[s], unit, result);
            ratios[s] = number(result[0] - result[1] - logDensities[s]);
        }
        return ParetoSmoothing.of(ratios, relative);
    }

    /** Where both density and likelihood vanish there is nothing to weigh. */
    private static double number(double ratio) {
        return Double.isNaN(ratio) ? Double.NEGATIVE_INFINITY : ratio;
    }

    /** Moves the first half of the draws, and weights each draw by the mixture of both halves. */
    private LeaveOneOut.Unit split(int unit, AffineMap total, double shape, double relative, LeaveOneOut.Unit found) {
        int n = positions.length;
        int half = n / 2;
        double[][] there = total.apply(positions);
        double[][] back = total.inverse().apply(positions);
        double[] ratios = new double[n];
        double[] logs = new double[n];
        double[] here = new double[2];
        double[] source = new double[2];
        for (int s = 0; s < n; s++) {
            target.at(s, s < half ? there[s] : positions[s], unit, here);
            target.at(s, s < half ? positions[s] : back[s], unit, source);
            logs[s] = here[1];
            double moved = source[0] - total.logDeterminant();
            double larger = Math.max(here[0], moved);
            double mixture = larger + Math.log1p(Math.exp(Math.min(here[0], moved) - larger));
            ratios[s] = number(here[0] - here[1] - mixture);
        }
        double[] weights = ParetoSmoothing.of(ratios, relative).logWeights();
        double[] weighted = new double[n];
        double squares = 0;
        for (int s = 0; s < n; s++) {
            weighted[s] = number(logs[s] + weights[s]);
            squares += Math.exp(2 * weights[s]);
        }
        double expectation = LogSums.of(weighted);
        double[] integrand = ParetoSmoothing.of(weighted, relative).logWeights();
        double integrandSquares =
                Arrays.stream(integrand).map(log -> Math.exp(2 * log)).sum();
        double smaller = Math.min(efficiency(logs, 0, half), efficiency(logs, half, n));
        return new LeaveOneOut.Unit(
                found.name(),
                expectation,
                LeaveOneOut.error(logs, weights, expectation, smaller),
                found.inSample(),
                shape,
                smaller * Math.min(1 / squares, 1 / integrandSquares),
                found.variance(),
                LeaveOneOut.How.MATCHED);
    }

    /** The two halves come from different places: each by itself. */
    private static double efficiency(double[] logs, int from, int to) {
        double[][] part = {Arrays.copyOfRange(logs, from, to)};
        for (double log : part[0]) {
            if (!Double.isFinite(log)) {
                return 1;
            }
        }
        return LeaveOneOut.relativeEffectiveSize(part, to - from);
    }
}
