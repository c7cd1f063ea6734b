package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** One part of warmup: runs a number of iterations and returns a better tuning. */
interface Stage {
    String name();

    Tuning run(Bench bench, Tuning tuning, int iterations);
}
