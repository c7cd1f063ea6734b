package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** Walks from the start into the bulk with a tree, which needs no trajectory length, while the step size settles. */
final class Exploration implements Stage {
    @Override
    public String name() {
        return "explore";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
        if (bench.cursor.space().dimension() == 0) {
            for (int i = 0; i < iterations; i++) {
                bench.iterate(name(), bench.explorer, tuning);
            }
            return tuning;
        }
        StepSizeAdaptation adaptation = new StepSizeAdaptation(tuning.stepSize(), bench.fixed.target());
        for (int i = 0; i < iterations; i++) {
            bench.iterate(name(), bench.explorer, tuning.withStepSize(adaptation.current()));
            adaptation.observe(bench.outcome.acceptance);
        }
        return tuning.withStepSize(iterations == 0 ? tuning.stepSize() : adaptation.mean());
    }
}
