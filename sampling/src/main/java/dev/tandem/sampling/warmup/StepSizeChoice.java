package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** Brings the tuned kernel itself to the target acceptance. */
final class StepSizeChoice implements Stage {
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
        StepSizeAdaptation adaptation = new StepSizeAdaptation(tuning.stepSize(), bench.fixed.target());
        for (int i = 0; i < iterations; i++) {
            bench.iterate(name(), bench.kernel, tuning.withStepSize(adaptation.current()));
            adaptation.observe(bench.outcome.acceptance);
        }
        return iterations == 0 ? tuning : tuning.withStepSize(adaptation.mean());
    }
}
