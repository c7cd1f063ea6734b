package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/**
 * Learns scales and correlations from a tree that walks with those that were agreed on, and the step size that goes with
 * them. In the first window effects get their coordinates for good.
 */
final class MetricWindow implements Stage {
    private static final int MOST_PROBES = 5;

    /** Iterations to learn from; with fewer, what exploration has found is as good. */
    private static final int FEWEST = 10;

    private final boolean first;

    MetricWindow(boolean first) {
        this.first = first;
    }

    @Override
    public String name() {
        return "metric";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        int dimension = bench.cursor.space().dimension();
        Moments moments = new Moments(dimension, dimension <= Meeting.LARGEST_DENSE);
        WalkWidthProbe probe = new WalkWidthProbe(bench.cursor.space().sites());
        ScaleEstimate scales = bench.scales(start);
        LowRankEstimate directions = new LowRankEstimate(dimension);
        CentringEstimate effects = new CentringEstimate(bench.effects);
        StepSizeAdaptation adaptation = new StepSizeAdaptation(start.stepSize(), bench.fixed.target());
        probe.look(bench.cursor);
        Tuning tuning = start.withWidths(probe.widths());
        if (dimension > 0 && iterations < FEWEST) {
            return tuning;
        }
        for (int i = 0; i < iterations; i++) {
            if (dimension > 0) {
                tuning = tuning.withStepSize(adaptation.current());
            }
            bench.iterate(name(), bench.explorer, tuning);
            adaptation.observe(bench.outcome.steerable);
            bench.observe(scales);
            moments.observe(bench.position);
            directions.observe(bench.position, bench.gradient);
            if (first) {
                effects.observe(bench.cursor, bench.gradient);
            }
            if (i % Math.max(1, iterations / MOST_PROBES) == 0) {
                probe.look(bench.cursor);
                tuning = tuning.withWidths(probe.widths());
            }
        }
        if (dimension == 0) {
            return tuning;
        }
        bench.notes.scales(scales, effects, bench.effects);
        if (!effects.ready()) {
            bench.notes.products(moments);
            bench.notes.pairs(directions);
        }
        return tuning.withStepSize(adaptation.mean());
    }
}
