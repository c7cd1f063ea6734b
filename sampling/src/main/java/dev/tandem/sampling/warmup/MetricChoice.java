package dev.tandem.sampling.warmup;

import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets metrics compete in effective draws per work: one scale for all coordinates, scales of their own and, where
 * correlations ask for it, dense or, for many coordinates, scales with a few directions. The common scale is there for mixed
 * models alone: a coefficient that a discrete indicator has switched off wanders in its prior, and its own scale would be
 * too wide by far for the moment it is switched on.
 */
final class MetricChoice implements Stage {
    /** Scales of their own must win by so much over a common one. */
    private static final double SCALES_CLEARLY = 1.15;

    /** Correlations must win by so much over scales: there are many of them to get wrong. */
    private static final double DENSE_CLEARLY = 1.4;

    /** All directions of a few coordinates are known well, unless discrete unknowns change them: any gain will do. */
    private static final double FEW_CLEARLY = 1;

    @Override
    public String name() {
        return "metric";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        if (bench.cursor.space().dimension() == 0) {
            return start;
        }
        List<KineticEnergy> candidates = bench.candidates.isEmpty() ? List.of(start.kinetic()) : bench.candidates;
        return compete(bench, start, candidates, iterations);
    }

    /** What a metric must win by over those that are simpler. */
    static double clearly(KineticEnergy kinetic, boolean mixed) {
        if (kinetic instanceof LowRankMetric metric
                && !mixed
                && metric.scales().length <= LowRankEstimate.FEW_COORDINATES) {
            return FEW_CLEARLY;
        }
        return kinetic instanceof DiagonalMetric ? SCALES_CLEARLY : DENSE_CLEARLY;
    }

    private Tuning compete(Bench bench, Tuning tuning, List<KineticEnergy> candidates, int iterations) {
        JumpMeter meter = new JumpMeter(bench.cursor.space());
        List<Tuning> tunings = new ArrayList<>();
        List<JumpMeter.Candidate> measured = new ArrayList<>();
        int share = iterations / candidates.size();
        for (KineticEnergy kinetic : candidates) {
            StepSizeAdaptation adaptation = new StepSizeAdaptation(tuning.stepSize(), bench.fixed.target());
            Tuning candidate = tuning.withKinetic(kinetic);
            int adapting = share * 2 / 5;
            for (int i = 0; i < adapting; i++) {
                bench.iterate(name(), bench.explorer, candidate.withStepSize(adaptation.current()));
                adaptation.observe(bench.outcome.steerable);
            }
            candidate = candidate.withStepSize(adaptation.mean());
            bench.takeMeanTreeSteps();
            JumpMeter.Candidate measure = meter.new Candidate();
            measure.start(bench.cursor);
            for (int i = adapting; i < share; i++) {
                double cost = bench.iterate(name(), bench.explorer, candidate);
                measure.observe(bench.cursor, cost);
            }
            tunings.add(candidate.withTrajectoryTime(bench.takeMeanTreeSteps() * candidate.stepSize()));
            measured.add(measure);
        }
        for (int i = 0; i < tunings.size(); i++) {
            Tuning candidate = tunings.get(i);
            bench.notes.measured(measured.get(i).efficiency(), candidate.stepSize(), candidate.trajectoryTime());
        }
        int best = 0;
        for (int i = 1; i < tunings.size(); i++) {
            if (measured.get(i).efficiency()
                    > clearly(tunings.get(i).kinetic(), bench.cursor.space().sites() > 0)
                            * measured.get(best).efficiency()) {
                best = i;
            }
        }
        return tunings.get(best);
    }
}
