package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/** Chooses how many discrete sites are visited at each step, from the first guess up or down by factors of two. */
final class SweepChoice implements Stage {
    private static final int MEASUREMENTS = 4;
    private static final int MIDDLE = 16;

    @Override
    public String name() {
        return "sweeps";
    }

    @Override
    public Tuning run(Bench bench, Tuning tuning, int iterations) {
        int sites = bench.cursor.space().sites();
        if (sites == 0 || bench.fixed.sitesPerStep().isPresent()) {
            return tuning;
        }
        int middle = bench.family.updatesWithin() ? tuning.sitesPerStep() : tuning.closingSites();
        int lowest = MIDDLE - (31 - Integer.numberOfLeadingZeros(Math.max(1, middle)));
        int best = Climb.best(
                bench,
                name(),
                rung -> bench.family.withSites(tuning, scaled(middle, rung), sites),
                MIDDLE,
                lowest,
                MIDDLE + 4,
                MEASUREMENTS,
                iterations);
        return bench.family.withSites(tuning, scaled(middle, best), sites);
    }

    private static int scaled(int middle, int rung) {
        double visits = middle * Math.scalb(1.0, rung - MIDDLE);
        return (int) Math.max(1, Math.min(1 << 30, Math.round(visits)));
    }
}
