package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.TreeKernel;
import dev.tandem.sampling.trajectory.Tuning;

/**
 * Walks a heated density that cools to the true one. A start at random ties the members of a group together long before
 * their precision has found its place; from there the neck of the funnel is near, and a plateau without slope holds the
 * chain for thousands of iterations. Heat lets it out by the mouth.
 */
final class Annealing implements Stage {
    /** The power of the density at the beginning. */
    private static final double HOTTEST = 0.1;

    /** Iterations after which older draws are forgotten: the density changes all the time. */
    private static final int MEMORY = 10;

    /**
     * Under heat the density is wide and its scales are those of other heat: trees would grow long, to get far in what is another density an
     * iteration later.
     */
    private static final int DEEPEST = 5;

    /** Iterations between two looks at the scales. */
    private static final int PACE = 5;

    @Override
    public String name() {
        return "anneal";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        if (bench.cursor.space().dimension() == 0 || iterations == 0) {
            return start;
        }
        // Effects with coordinates of their own are kept in sight below, and their precisions have far to go.
        HeatedCursor heated = new HeatedCursor(bench.cursor, bench.effects.isEmpty());
        Kernel walker = KernelFamily.of(KernelFamily.Method.NUTS).create(heated);
        if (walker instanceof TreeKernel trees) {
            trees.growNoDeeperThan(DEEPEST);
        }
        ScaleEstimate scales = bench.scales(start);
        LowRankEstimate directions = bench.directions();
        CentringEstimate effects = new CentringEstimate(bench.effects);
        StepSizeAdaptation adaptation = new StepSizeAdaptation(start.stepSize(), bench.fixed.target());
        // Under heat a count has no end that holds it: moves of long range would carry it where it takes long to
        // return.
        Tuning tuning = start.withLongRangeWeights(0);
        EffectsInSight sight = new EffectsInSight(bench.effects, bench.cursor);
        for (int i = 0; i < iterations && !bench.lost(); i++) {
            heated.heat(Elementary.pow(HOTTEST, 1 - (i + 1.0) / iterations));
            walker.reload();
            sight.remember(heated);
            bench.iterate(name(), walker, tuning.withStepSize(adaptation.current()));
            adaptation.observe(bench.outcome.steerable);
            if (sight.lost(bench.cursor)) {
                // As if it had been refused.
                sight.goBack(heated);
                continue;
            }
            bench.observe(scales);
            directions.observe(bench.position, bench.gradient);
            if (i >= iterations / 2) {
                effects.observe(bench.cursor, bench.gradient);
            }
            if (i % MEMORY == MEMORY - 1) {
                scales.turn();
            }
            if (bench.fixed.kinetic().isEmpty() && i % PACE == PACE - 1) {
                tuning = tuning.withKinetic(directions.alongAll(scales.metric(), tuning.kinetic()));
            }
        }
        if (effects.ready()) {
            tuning = bench.recentre(tuning, effects, scales);
        }
        return tuning.withLongRangeWeights(start.longRangeWeights())
                .withStepSize(bench.fixed.stepSize().orElse(adaptation.current()));
    }
}
