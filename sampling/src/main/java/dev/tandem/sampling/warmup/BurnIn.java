package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** Only walks away from the start, since there is nothing left to find. */
final class BurnIn implements Stage {
    @Override
    public String name() {
        return "burn-in";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
        for (int i = 0; i < iterations; i++) {
            bench.iterate(name(), bench.kernel, tuning);
        }
        return tuning;
    }
}
