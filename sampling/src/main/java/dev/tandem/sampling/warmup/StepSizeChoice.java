package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.trajectory.Tuning;

/**
 * Brings the tuned kernel itself to the target acceptance, starting from a step size of the right order: small
 * corrections that shrink with time, and the mean of the second half. Dual averaging swings too widely for that: its
 * swings to large steps cost more acceptance than its swings to small ones gain, and its mean comes out too small.
 *
 * <p>A divergence says that some place of the posterior is too narrow for such steps, however well they are accepted
 * elsewhere, and that the chain will miss it: each one raises the target. One at an impossible state says nothing of the
 * kind: shorter steps run into the same wall.
 */
final class StepSizeChoice implements Stage {
    private static final double FIRST_GAIN = 0.5;

    /** What is left of the distance from the target to 1 after a divergence, and the least of it. */
    private static final double SHRINKAGE = 0.4;

    private static final double CLOSEST = 0.02;

    /** Steps of a mean trajectory that shorter steps may lead to; beyond that trajectories get shorter too. */
    private static final int MOST_STEPS = 1024;

    @Override
    public String name() {
        return "step size";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
        if (bench.cursor.space().dimension() == 0 || bench.fixed.stepSize().isPresent()) {
            for (int i = 0; i < iterations; i++) {
                bench.iterate(name(), bench.kernel, tuning);
            }
            return tuning;
        }
        boolean cautious = bench.fixed.targetAcceptance().isEmpty();
        double target = bench.fixed.target();
        double logStep = Elementary.log(tuning.stepSize());
        double sum = 0;
        int summed = 0;
        int begun = 0;
        // What it was when something first diverged, before it was shortened for that.
        double bold = Double.NaN;
        for (int i = 0; i < iterations; i++) {
            bench.iterate(name(), bench.kernel, withStepSize(bench, tuning, logStep));
            double gain = FIRST_GAIN / Elementary.pow(1 + (i - begun) / 10.0, 0.6);
            double taken = logStep;
            logStep += gain * (bench.outcome.steerable - target);
            if (bench.outcome.divergent && !bench.outcome.impossible && cautious) {
                target = Math.max(target, 1 - Math.max(CLOSEST, SHRINKAGE * (1 - target)));
                bold = Double.isNaN(bold) ? taken : bold;
                begun = i + 1;
                sum = 0;
                summed = 0;
            } else if (i - begun >= (iterations - begun) / 2) {
                sum += logStep;
                summed++;
            }
        }
        double chosen = summed == 0 ? logStep : sum / summed;
        if (chosen < bold) {
            bench.notes.caution(chosen - bold);
        }
        return withStepSize(bench, tuning, chosen);
    }

    private static Tuning withStepSize(Bench bench, Tuning tuning, double logStep) {
        double size = Elementary.exp(logStep);
        double longest = size * Math.max(MOST_STEPS, tuning.meanSteps());
        return bench.fixed.trajectoryTime().isPresent() || tuning.trajectoryTime() <= longest
                ? tuning.withStepSize(size)
                : tuning.withStepSize(size).withTrajectoryTime(longest);
    }
}
