package dev.tandem.sampling.warmup;

import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;

/**
 * Learns scales and correlations, then lets metrics compete in effective draws per work: one scale for all coordinates,
 * scales of their own and, where correlations ask for it, dense. The common scale is there for mixed models alone: a
 * coefficient that a discrete indicator has switched off wanders in its prior, and its own scale would be too wide by far
 * for the moment it is switched on.
 */
final class MetricChoice implements Stage {
    /** Beyond this a product with the matrix costs more than the gradient of many a model, which work does not count. */
    private static final int LARGEST_DENSE = 64;

    private static final int MOST_PROBES = 10;

    /** Iterations between two looks at the scales. */
    private static final int PACE = 5;

    /** Scales of their own must win by so much over a common one. */
    private static final double SCALES_CLEARLY = 1.15;

    /** Correlations must win by so much over scales: there are many of them to get wrong. */
    private static final double DENSE_CLEARLY = 1.4;

    @Override
    public String name() {
        return "metric";
    }

    @Override
    public Tuning run(Bench bench, Tuning start, int iterations) {
        int dimension = bench.cursor.space().dimension();
        int learning = dimension == 0 ? iterations : iterations * 2 / 5;
        Moments moments = new Moments(dimension, dimension <= LARGEST_DENSE);
        WalkWidthProbe probe = new WalkWidthProbe(bench.cursor.space().sites());
        ScaleEstimate scales = bench.scales();
        boolean learns = bench.fixed.kinetic().isEmpty();
        StepSizeAdaptation adaptation = new StepSizeAdaptation(start.stepSize(), bench.fixed.target());
        Tuning tuning = start;
        for (int i = 0; i < learning; i++) {
            if (dimension > 0) {
                tuning = tuning.withStepSize(adaptation.current());
            }
            bench.iterate(name(), bench.explorer, tuning);
            adaptation.observe(bench.outcome.steerable);
            bench.observe(scales);
            moments.observe(bench.position);
            if (learns && i % PACE == PACE - 1) {
                tuning = tuning.withKinetic(scales.metric());
            }
            if (i % Math.max(1, learning / MOST_PROBES) == 0) {
                probe.look(bench.cursor);
                tuning = tuning.withWidths(probe.widths());
            }
        }
        if (dimension == 0 || learning < 10) {
            return tuning;
        }
        tuning = tuning.withStepSize(adaptation.mean());
        List<KineticEnergy> candidates = candidates(bench, tuning, moments, scales);
        return compete(bench, tuning, candidates, iterations - learning);
    }

    private static List<KineticEnergy> candidates(Bench bench, Tuning tuning, Moments moments, ScaleEstimate scales) {
        if (bench.fixed.kinetic().isPresent()) {
            return List.of(bench.fixed.kinetic().get());
        }
        List<KineticEnergy> candidates = new ArrayList<>();
        if (bench.cursor.space().sites() > 0) {
            candidates.add(scales.commonMetric());
        }
        candidates.add(tuning.kinetic());
        int dimension = bench.cursor.space().dimension();
        if (dimension <= LARGEST_DENSE && moments.count() > dimension && moments.largestCorrelation() > 0.5) {
            candidates.add(DenseMetric.covariance(moments.covariance()));
        }
        return candidates;
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
        int best = 0;
        for (int i = 1; i < tunings.size(); i++) {
            double clearly = tunings.get(i).kinetic() instanceof DenseMetric ? DENSE_CLEARLY : SCALES_CLEARLY;
            if (measured.get(i).efficiency() > clearly * measured.get(best).efficiency()) {
                best = i;
            }
        }
        return tunings.get(best);
    }
}
