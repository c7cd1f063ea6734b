package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/**
 * Brings the tuned kernel itself to the target acceptance, starting from a step size of the right order: small
 * corrections that shrink with time, and the mean of the second half. Dual averaging swings too widely for that: its
 * swings to large steps cost more acceptance than its swings to small ones gain, and its mean comes out too small.
 */
final class StepSizeChoice implements Stage {
    private static final double FIRST_GAIN = 0.5;

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
        double logStep = Math.log(tuning.stepSize());
        double sum = 0;
        int half = iterations / 2;
        for (int i = 0; i < iterations; i++) {
            bench.iterate(name(), bench.kernel, tuning.withStepSize(Math.exp(logStep)));
            logStep += FIRST_GAIN / Math.pow(1 + i / 10.0, 0.6) * (bench.outcome.acceptance - bench.fixed.target());
            sum += i >= half ? logStep : 0;
        }
        return iterations == 0 ? tuning : tuning.withStepSize(Math.exp(sum / (iterations - half)));
    }
}
