package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** Chooses the trajectory time in steps: 1, 2, 4, .., with as many sites a step as make a few sweeps a trajectory. */
final class TrajectoryChoice implements Stage {
    /** Sweeps over all sites that a trajectory should hold; 2 to 6 did well on problems of every kind. */
    private static final double SWEEPS = 3;

    private static final int FIRST_GUESS = 3;
    private static final int LONGEST = 10;
    private static final int MEASUREMENTS = 6;

    @Override
    public String name() {
        return "trajectory";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
        if (bench.cursor.space().dimension() == 0) {
            return withSteps(bench, tuning, 1);
        }
        if (!bench.family.needsTrajectoryTime()) {
            return withSteps(bench, tuning, bench.meanTreeSteps());
        }
        if (bench.fixed.trajectoryTime().isPresent()) {
            return withSteps(
                    bench, tuning, (int) Math.ceil(bench.fixed.trajectoryTime().getAsDouble() / tuning.stepSize()));
        }
        int best = Climb.best(
                bench,
                name(),
                rung -> withSteps(bench, tuning, 1 << rung),
                FIRST_GUESS,
                0,
                LONGEST,
                MEASUREMENTS,
                iterations);
        return withSteps(bench, tuning, 1 << best);
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
