package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.Buffers;
import dev.tandem.draws.statistics.LogSums;
import dev.tandem.draws.statistics.Moments;
import dev.tandem.draws.statistics.Ranges;
import dev.tandem.draws.statistics.Ranks;
import dev.tandem.draws.summary.Diagnostics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How well a model predicts each unit of its data from the others, by Pareto smoothed importance sampling; beside it the
 * widely applicable information criterion, which approximates the same.
 *
 * @param units what was found for each unit of the data
 */
public record LeaveOneOut(List<Unit> units) {
    /** Where the shape is larger the estimate cannot be relied upon. */
    public static final double LARGEST_SHAPE = 0.7;

    /** Where the variance of a unit's log likelihood is larger, the widely applicable criterion cannot be relied upon. */
    public static final double LARGEST_VARIANCE = 0.4;

    /** The bounds between shapes that are good, fair, bad and very bad. */
    private static final double[] BOUNDS = {0.5, LARGEST_SHAPE, 1};

    /** Quantiles of the normal distribution that stand for it. */
    private static final double[] NORMAL = IntStream.rangeClosed(1, 1000)
            .mapToDouble(rank -> Ranks.normalScore(rank, 1000))
            .toArray();

    /**
     * A unit of the data.
     *
     * @param expectation the log predictive density of the unit given all others
     * @param error its Monte Carlo standard error
     * @param inSample the log predictive density given all data
     * @param shape k of the Pareto distribution fitted to the largest importance ratios
     * @param effectiveSize the effective number of draws behind the expectation
     * @param variance the variance of the log likelihood over the draws
     * @param how the expectation was found
     */
    public record Unit(
            String name,
            double expectation,
            double error,
            double inSample,
            double shape,
            double effectiveSize,
            double variance,
            How how) {
        /** Whether the estimate for this unit can be relied upon. */
        public boolean reliable() {
            return how == How.REFITTED || shape <= LARGEST_SHAPE;
        }

        /**
         * What draws of the posterior without the unit say about it; there are no weights then, and no shape of them.
         *
         * @param logs the log likelihood of the unit at these draws, chain by chain
         */
        public Unit refitted(double[][] logs) {
            double[] all = Arrays.stream(logs).flatMapToDouble(Arrays::stream).toArray();
            double relative = relativeEffectiveSize(logs, all.length);
            double[] equal = new double[all.length];
            Arrays.fill(equal, -Math.log(all.length));
            double mean = LogSums.mean(all);
            return new Unit(
                    name,
                    mean,
                    LeaveOneOut.error(all, equal, mean, relative),
                    inSample,
                    Double.NaN,
                    relative * all.length,
                    variance,
                    How.REFITTED);
        }
    }

    /** How a unit was left out. */
    public enum How {
        /** By weighting the draws that there are. */
        WEIGHTED,
        /** By moving and weighting them. */
        MATCHED,
        /** By sampling again without the unit. */
        REFITTED
    }

    public LeaveOneOut {
        units = List.copyOf(units);
    }

    /** Computes it for all units. */
    public static LeaveOneOut of(LogLikelihoods logs) {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < logs.units().size(); i++) {
            units.add(unit(logs.units().get(i), logs.of(i)));
        }
        return new LeaveOneOut(units);
    }

    private static Unit unit(String name, double[][] chains) {
        double[] all = Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
        double relative = relativeEffectiveSize(chains, all.length);
        double[] ratios = Arrays.stream(all).map(log -> -log).toArray();
        ParetoSmoothing.Smoothed smoothed = ParetoSmoothing.of(ratios, relative);
        double[] weighted = new double[all.length];
        double squares = 0;
        for (int s = 0; s < all.length; s++) {
            weighted[s] = all[s] + smoothed.logWeights()[s];
            squares += Math.exp(2 * smoothed.logWeights()[s]);
        }
        double expectation = LogSums.of(weighted);
        double error = error(all, smoothed.logWeights(), expectation, relative);
        return new Unit(
                name,
                expectation,
                error,
                LogSums.mean(all),
                smoothed.shape(),
                relative / squares,
                Moments.variance(all),
                How.WEIGHTED);
    }

    /**
     * The logarithms of the weights that make of draws those of the posterior without a unit; they add up to one.
     *
     * @param logs the log likelihood of the unit, chain by chain
     */
    public static double[] logWeights(double[][] logs) {
        double[] all = Arrays.stream(logs).flatMapToDouble(Arrays::stream).toArray();
        double[] ratios = Arrays.stream(all).map(log -> -log).toArray();
        return ParetoSmoothing.of(ratios, relativeEffectiveSize(logs, all.length))
                .logWeights();
    }

    /** Of the likelihood itself; its scale does not matter, and may be far from 1. */
    static double relativeEffectiveSize(double[][] chains, int draws) {
        double largest =
                Arrays.stream(chains).flatMapToDouble(Arrays::stream).max().orElseThrow();
        double[][] scaled = Arrays.stream(chains)
                .map(chain ->
                        Arrays.stream(chain).map(log -> Math.exp(log - largest)).toArray())
                .toArray(double[][]::new);
        double size = Diagnostics.ess(Ranges.whole(scaled), new Buffers());
        return Double.isNaN(size) ? 1 : size / draws;
    }

    /** The error of the logarithm of a weighted mean, from that of the mean, which is taken to be normal. */
    static double error(double[] logs, double[] logWeights, double expectation, double relative) {
        double variance = 0;
        for (int s = 0; s < logs.length; s++) {
            double part = Math.exp(logWeights[s]) * (Math.exp(logs[s] - expectation) - 1);
            variance += part * part;
        }
        double deviation = Math.sqrt(variance);
        double[] possible = new double[NORMAL.length];
        int count = 0;
        for (double score : NORMAL) {
            double z = 1 + deviation * score;
            if (z > 0) {
                possible[count++] = Math.log(z);
            }
        }
        return Math.sqrt(Moments.variance(Arrays.copyOf(possible, count)) / relative);
    }

    private double[] each(ToDoubleFunction<Unit> what) {
        return units.stream().mapToDouble(what).toArray();
    }

    /** The expected log predictive density of new data, one unit for each that was observed. */
    public Estimate expectation() {
        return Estimate.sum(expectations());
    }

    /** The log predictive density of each unit given the others. */
    public double[] expectations() {
        return each(Unit::expectation);
    }

    /** The effective number of parameters: what prediction gains by having seen the unit. */
    public Estimate parameters() {
        return Estimate.sum(each(unit -> unit.inSample() - unit.expectation()));
    }

    /** The Monte Carlo standard error of the expectation; NaN where it cannot be relied upon. */
    public double error() {
        return unreliable().isEmpty()
                ? Math.sqrt(units.stream()
                        .mapToDouble(unit -> unit.error() * unit.error())
                        .sum())
                : Double.NaN;
    }

    /** The units whose estimates cannot be relied upon, the worst first. */
    public List<Unit> unreliable() {
        return units.stream()
                .filter(unit -> !unit.reliable())
                .sorted(Comparator.comparingDouble(Unit::shape).reversed())
                .toList();
    }

    /** The units that were left out in this way, in order. */
    public List<Unit> by(How how) {
        return units.stream().filter(unit -> unit.how() == how).toList();
    }

    /** These estimates, that of one unit replaced. */
    public LeaveOneOut with(int number, Unit unit) {
        List<Unit> others = new ArrayList<>(units);
        others.set(number, unit);
        return new LeaveOneOut(others);
    }

    /** How many units have good, fair, bad and very bad shapes, those apart that were left out by sampling again. */
    public int[] shapes() {
        int[] counts = new int[BOUNDS.length + 1];
        for (Unit unit : units) {
            if (unit.how() == How.REFITTED) {
                continue;
            }
            int level = 0;
            while (level < BOUNDS.length && !(unit.shape() <= BOUNDS[level])) {
                level++;
            }
            counts[level]++;
        }
        return counts;
    }

    /** The widely applicable criterion's expected log predictive density. */
    public Estimate widelyApplicable() {
        return Estimate.sum(each(unit -> unit.inSample() - unit.variance()));
    }

    /** Its effective number of parameters. */
    public Estimate widelyApplicableParameters() {
        return Estimate.sum(each(Unit::variance));
    }

    /** How many units have so variable a log likelihood that the criterion cannot be relied upon. */
    public int tooVariable() {
        return (int) units.stream()
                .filter(unit -> unit.variance() > LARGEST_VARIANCE)
                .count();
    }
}
