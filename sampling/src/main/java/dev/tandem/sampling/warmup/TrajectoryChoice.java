package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/**
 * Chooses the trajectory time, with as many sites a step as make a few sweeps a trajectory. The explorer's trees give
 * the first guess: a quarter of their mean size, since a trajectory drawn uniformly up to twice that is then as long as
 * half a tree, which is where orbits turn. The guess is doubled or halved as long as that pays.
 */
final class TrajectoryChoice implements Stage {
    /** Sweeps over all sites that a trajectory should hold; 2 to 6 did well on problems of every kind. */
    private static final double SWEEPS = 4;

    private static final int MEASUREMENTS = 5;
    private static final int REACH = 4;

    @Override
    public String name() {
        return "trajectory";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
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
        int guess = (int) Math.max(1, Math.round(treeSteps / 4));
        int best = Climb.best(
                bench,
                name(),
                rung -> withSteps(bench, tuning, scaled(guess, rung)),
                0,
                -REACH,
                REACH,
                MEASUREMENTS,
                iterations);
        return withSteps(bench, tuning, scaled(guess, best));
    }

    private static int scaled(int guess, int rung) {
        return (int) Math.max(1, Math.round(guess * Math.scalb(1.0, rung)));
    }

    private static Tuning withSteps(Bench bench, Tuning tuning, int steps) {
        int sites = bench.cursor.space().sites();
        int perStep = bench.fixed.sitesPerStep().orElse((int) Math.max(1, Math.ceil(SWEEPS * sites / steps)));
        return bench.family
                .withSites(tuning, perStep, sites)
                .withTrajectoryTime(bench.fixed.trajectoryTime().orElse(steps * tuning.stepSize()))
                .withUpdates(steps);
    }
}
