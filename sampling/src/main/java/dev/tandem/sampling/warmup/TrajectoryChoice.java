package dev.tandem.sampling.warmup;

import dev.tandem.sampling.discrete.LongRange;
import dev.tandem.sampling.trajectory.Tuning;

/**
 * Chooses the trajectory time and the sites visited at each step. The explorer's trees give the first guess of the
 * time: half their mean size, so that a trajectory drawn uniformly up to twice that is at most as long as a tree. The
 * guess is doubled or halved as long as that clearly pays.
 */
final class TrajectoryChoice implements Stage {
    /** Sweeps over all sites that a trajectory should hold; 2 to 6 did well on problems of every kind. */
    private static final double FEWEST_SWEEPS = 3;

    private static final double MOST_SWEEPS = 6;

    /** Gradients that the visits at one step may cost, unless the fewest sweeps or a quarter of the sites cost more. */
    private static final double COST_OF_A_STEP = 2;

    private static final double SMALLEST_SHARE = 0.25;

    /** What moves of long range may cost, as a share of the rest of a trajectory, and the weights they find at least. */
    private static final double LONG_RANGE_SHARE = 0.25;

    private static final int FEWEST_WEIGHTS = 16;

    private static final int MEASUREMENTS = 3;

    /** Iterations of a measurement; with fewer, the guess is better than what could be measured. */
    private static final int FEWEST_MEASURED = 10;

    private static final int REACH = 4;

    @Override
    public String name() {
        return "trajectory";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        Tuning tuning = start;
        if (CarriageEstimate.serves(bench.family, bench.cursor.space())) {
            tuning = start.withCarriage(CarriageEstimate.find(bench, start));
            bench.moved();
        }
        return choose(bench, tuning, iterations);
    }

    private Tuning choose(Bench bench, Tuning tuning, int iterations) {
        if (bench.cursor.space().dimension() == 0) {
            return withSteps(bench, tuning, 1);
        }
        double treeSteps = tuning.trajectoryTime() / tuning.stepSize();
        if (!bench.family.needsTrajectoryTime()) {
            return withSteps(bench, tuning, (int) Math.ceil(treeSteps));
        }
        if (bench.fixed.trajectoryTime().isPresent()) {
            return withSteps(
                    bench, tuning, (int) Math.ceil(bench.fixed.trajectoryTime().getAsDouble() / tuning.stepSize()));
        }
        int guess = (int) Math.max(fewest(bench), Math.round(treeSteps / 2));
        if (iterations < MEASUREMENTS * FEWEST_MEASURED) {
            return withSteps(bench, tuning, guess);
        }
        int best = Climb.best(
                bench,
                name(),
                rung -> withSteps(bench, tuning, scaled(bench, guess, rung)),
                0,
                -REACH,
                REACH,
                MEASUREMENTS,
                iterations);
        return withSteps(bench, tuning, scaled(bench, guess, best));
    }

    private static int scaled(Bench bench, int guess, int rung) {
        return (int) Math.max(fewest(bench), Math.round(guess * Math.scalb(1.0, rung)));
    }

    /** A trajectory of one step has no node to update sites at, and few have little of what mixed trajectories are for. */
    private static int fewest(Bench bench) {
        return bench.cursor.space().sites() > 0 && bench.family.updatesWithin() ? 3 : 1;
    }

    /** The most sites to visit at one step, as a share: all, since a second visit at the same q tells nothing new. */
    private static double largestShare(Bench bench, int steps) {
        double least = Math.max(SMALLEST_SHARE, FEWEST_SWEEPS / steps);
        return Math.min(1, Math.max(least, COST_OF_A_STEP / bench.sweepCost));
    }

    private static Tuning withSteps(Bench bench, Tuning tuning, int steps) {
        int sites = bench.cursor.space().sites();
        boolean discreteOnly = bench.cursor.space().dimension() == 0;
        double share = discreteOnly ? 1 : Math.min(MOST_SWEEPS / steps, largestShare(bench, steps));
        int perStep = bench.fixed.sitesPerStep().orElse((int) Math.max(1, Math.ceil(share * sites)));
        return bench.family
                .withSites(tuning, perStep, sites)
                .withTrajectoryTime(bench.fixed.trajectoryTime().orElse(steps * tuning.stepSize()))
                .withUpdates(steps)
                .withLongRangeWeights(
                        discreteOnly ? tuning.longRangeWeights() : longRangeWeights(bench, perStep, steps));
    }

    private static int longRangeWeights(Bench bench, int perStep, int steps) {
        int sites = Math.max(1, bench.cursor.space().sites());
        double work = steps + bench.sweepCost * steps * perStep / sites;
        double workOfWeight = bench.sweepCost / LongRange.weightsOfSweep(bench.cursor.space());
        return (int) Math.max(FEWEST_WEIGHTS, Math.min(1 << 20, LONG_RANGE_SHARE * work / workOfWeight));
    }
}
