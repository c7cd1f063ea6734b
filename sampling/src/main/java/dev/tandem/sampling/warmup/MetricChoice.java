package dev.tandem.sampling.warmup;

import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Learns scales and correlations, then lets the metrics compete: unit, diagonal and, where correlations ask for it,
 * dense. A metric is taken only if it wins in effective draws per work. Variances alone would mislead: a coefficient
 * that a discrete indicator has switched off wanders in its prior, and its variance is that of a mixture.
 */
final class MetricChoice implements Stage {
    private static final int LARGEST_DENSE = 200;
    private static final int MOST_PROBES = 10;

    /** A metric must win by so much: where it matters it does, and a wrong choice costs more than a missed one. */
    private static final double CLEARLY = 1.3;

    /** The same where variances may be those of mixtures over discrete unknowns, and mislead. */
    private static final double CLEARLY_IF_MIXED = 2.5;

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
        StepSizeAdaptation adaptation = new StepSizeAdaptation(start.stepSize(), bench.fixed.target());
        Tuning tuning = start;
        for (int i = 0; i < learning; i++) {
            if (dimension > 0) {
                tuning = tuning.withStepSize(adaptation.current());
            }
            bench.iterate(name(), bench.explorer, tuning);
            adaptation.observe(bench.outcome.acceptance);
            bench.cursor.copyPosition(bench.position);
            moments.observe(bench.position);
            if (i % Math.max(1, learning / MOST_PROBES) == 0) {
                probe.look(bench.cursor);
                tuning = tuning.withWidths(probe.widths());
            }
        }
        if (dimension == 0 || learning < 10) {
            return tuning;
        }
        tuning = tuning.withStepSize(adaptation.mean());
        List<KineticEnergy> candidates = candidates(bench, tuning, moments);
        return compete(bench, tuning, candidates, iterations - learning);
    }

    private static List<KineticEnergy> candidates(Bench bench, Tuning tuning, Moments moments) {
        if (bench.fixed.kinetic().isPresent()) {
            return List.of(bench.fixed.kinetic().get());
        }
        List<KineticEnergy> candidates = new ArrayList<>();
        candidates.add(tuning.kinetic());
        double[] variances = moments.variances();
        double low = Arrays.stream(variances).min().getAsDouble();
        double high = Arrays.stream(variances).max().getAsDouble();
        if (high > 2 * low) {
            candidates.add(DiagonalMetric.variances(relative(variances)));
        }
        int dimension = variances.length;
        if (dimension <= LARGEST_DENSE && moments.count() > dimension && moments.largestCorrelation() > 0.5) {
            double[][] covariance = moments.covariance();
            double scale = 1 / geometricMean(variances);
            for (double[] row : covariance) {
                for (int j = 0; j < row.length; j++) {
                    row[j] *= scale;
                }
            }
            candidates.add(DenseMetric.covariance(covariance));
        }
        return candidates;
    }

    /** Scaled to geometric mean 1, so that step sizes of the candidates are alike. */
    private static double[] relative(double[] variances) {
        double mean = geometricMean(variances);
        return Arrays.stream(variances).map(v -> v / mean).toArray();
    }

    private static double geometricMean(double[] values) {
        return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(0));
    }

    private Tuning compete(Bench bench, Tuning tuning, List<KineticEnergy> candidates, int iterations) {
        JumpMeter meter = new JumpMeter(bench.cursor.space());
        List<Tuning> tunings = new ArrayList<>();
        List<JumpMeter.Candidate> measured = new ArrayList<>();
        int share = iterations / candidates.size();
        for (KineticEnergy kinetic : candidates) {
            StepSizeAdaptation adaptation = new StepSizeAdaptation(tuning.stepSize(), bench.fixed.target());
            Tuning candidate = tuning.withKinetic(kinetic);
            int settling = share * 2 / 5;
            for (int i = 0; i < settling; i++) {
                bench.iterate(name(), bench.explorer, candidate.withStepSize(adaptation.current()));
                adaptation.observe(bench.outcome.acceptance);
            }
            candidate = candidate.withStepSize(adaptation.mean());
            bench.takeMeanTreeSteps();
            JumpMeter.Candidate measure = meter.new Candidate();
            measure.start(bench.cursor);
            for (int i = settling; i < share; i++) {
                double cost = bench.iterate(name(), bench.explorer, candidate);
                measure.observe(bench.cursor, cost);
            }
            tunings.add(candidate.withTrajectoryTime(bench.takeMeanTreeSteps() * candidate.stepSize()));
            measured.add(measure);
        }
        double clearly = bench.cursor.space().sites() == 0 ? CLEARLY : CLEARLY_IF_MIXED;
        int best = 0;
        for (int i = 1; i < tunings.size(); i++) {
            if (measured.get(i).efficiency() > clearly * measured.get(best).efficiency()) {
                best = i;
            }
        }
        return tunings.get(best);
    }
}
