package dev.tandem.cli;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.exports.DrawReader;
import dev.tandem.exports.DrawSource;
import dev.tandem.exports.Provenance;
import dev.tandem.exports.SamplerStatistic;
import dev.tandem.runs.StoredRun;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import java.util.Arrays;
import java.util.List;

/** The draws in a run folder as exports take them: the unknowns, and what the sampler tells of each draw. */
final class RunDraws implements DrawSource {
    private static final List<SamplerStatistic> STATISTICS = List.of(
            SamplerStatistic.ACCEPTANCE,
            SamplerStatistic.STEP_SIZE,
            SamplerStatistic.DEPTH,
            SamplerStatistic.STEPS,
            SamplerStatistic.DIVERGENT,
            SamplerStatistic.ENERGY);

    private final Draws draws;
    private final Draws statistics;
    private final List<ChainReport> chains;

    RunDraws(StoredRun run) {
        draws = run.draws();
        statistics = run.statistics();
        chains = run.kept().stream().map(run.chains()::get).toList();
    }

    @Override
    public List<Variable> variables() {
        return draws.variables();
    }

    @Override
    public List<SamplerStatistic> statistics() {
        return STATISTICS;
    }

    @Override
    public int chains() {
        return draws.chains();
    }

    @Override
    public int drawsPerChain() {
        return draws.drawsPerChain();
    }

    @Override
    public DrawReader chain(int chain) {
        double stepSize = chains.get(chain).tuning().stepSize();
        double[] recorded = new double[statistics.elements()];
        return new DrawReader() {
            private int next;

            @Override
            public void read(double[] values, double[] row) {
                draws.copyRow(chain, next, values);
                statistics.copyRow(chain, next, recorded);
                next++;
                row[0] = recorded[Statistic.ACCEPTANCE.column()];
                row[1] = stepSize;
                row[2] = recorded[Statistic.DEPTH.column()];
                row[3] = recorded[Statistic.STEPS.column()];
                // Several iterations that make one draw may diverge more than once.
                row[4] = Math.min(1, recorded[Statistic.DIVERGENT.column()]);
                row[5] = recorded[Statistic.ENERGY.column()];
            }
        };
    }

    /** Where the draws of a run come from. */
    static Provenance provenance(StoredRun run) {
        return new Provenance(
                run.description().version(),
                run.description().model(),
                run.description().kernel().toString(),
                run.settings().seed(),
                run.settings().warmup(),
                run.settings().thin(),
                run.kept().stream().map(run.chains()::get).map(RunDraws::tuning).toList());
    }

    private static Provenance.ChainTuning tuning(ChainReport chain) {
        return new Provenance.ChainTuning(
                chain.tuning().stepSize(),
                inverseMetric(chain.tuning().kinetic()),
                chain.warmupSeconds(),
                chain.samplingSeconds());
    }

    private static List<List<Double>> inverseMetric(KineticEnergy kinetic) {
        if (kinetic instanceof DiagonalMetric diagonal && diagonal.scales().length > 0) {
            return List.of(Arrays.stream(diagonal.scales())
                    .mapToObj(scale -> scale * scale)
                    .toList());
        }
        if (kinetic instanceof DenseMetric dense) {
            return Arrays.stream(dense.covariance())
                    .map(row -> Arrays.stream(row).boxed().toList())
                    .toList();
        }
        return List.of();
    }
}
