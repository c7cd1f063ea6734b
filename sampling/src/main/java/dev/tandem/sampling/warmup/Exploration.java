package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;

/**
 * Walks from the start into the bulk with a tree, which needs no trajectory length, and learns step size and scales. The
 * scales are learned anew all the time: those of the way to the bulk are not those of the bulk. With few coordinates it learns
 * directions too, since a ridge is long for whoever does not know it. Half way effects get coordinates of their own.
 */
final class Exploration implements Stage {
    /** Iterations after which older draws are forgotten, a tenth of the stage if that is more. */
    private static final int SHORTEST_MEMORY = 10;

    /** Iterations between two looks at the scales. */
    private static final int PACE = 5;

    @Override
    public String name() {
        return "explore";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        if (bench.cursor.space().dimension() == 0) {
            for (int i = 0; i < iterations; i++) {
                bench.iterate(name(), bench.explorer, start);
            }
            return start;
        }
        boolean learns = bench.fixed.kinetic().isEmpty();
        int memory = Math.max(SHORTEST_MEMORY, iterations / 10);
        Tuning tuning = start;
        ScaleEstimate scales = bench.scales(start);
        LowRankEstimate directions = bench.directions();
        CentringEstimate effects = new CentringEstimate(bench.effects);
        CentringEstimate effectsAgain = new CentringEstimate(bench.effects);
        int recentre = iterations / 2;
        StepSizeAdaptation adaptation = new StepSizeAdaptation(tuning.stepSize(), bench.fixed.target());
        for (int i = 0; i < iterations; i++) {
            if (i == iterations / 2) {
                bench.takeMeanTreeSteps();
            }
            bench.iterate(name(), bench.explorer, tuning.withStepSize(adaptation.current()));
            adaptation.observe(bench.outcome.steerable);
            if (learns) {
                bench.observe(scales);
                directions.observe(bench.position, bench.gradient);
                if (i < recentre && i >= recentre / 2) {
                    effects.observe(bench.cursor, bench.gradient);
                } else if (i >= recentre + recentre / 2) {
                    effectsAgain.observe(bench.cursor, bench.gradient);
                }
                if (i % memory == memory - 1) {
                    scales.turn();
                }
                if (i % PACE == PACE - 1) {
                    tuning = tuning.withKinetic(directions.alongAll(scales.metric(), tuning.kinetic()));
                }
                if (i + 1 == recentre && effects.ready()) {
                    tuning = bench.recentre(tuning, effects, scales);
                    directions = bench.directions();
                    adaptation = new StepSizeAdaptation(adaptation.current(), bench.fixed.target());
                }
            }
        }
        if (learns) {
            bench.notes.scales(scales, effectsAgain, bench.effects);
        }
        double size = iterations == 0 ? tuning.stepSize() : adaptation.mean();
        // A first guess, which is the last one where warmup has few iterations.
        return tuning.withStepSize(size).withTrajectoryTime(bench.takeMeanTreeSteps() * size);
    }
}
