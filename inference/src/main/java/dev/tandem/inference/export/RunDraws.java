package dev.tandem.inference.export;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.SamplerStatistic;
import dev.tandem.exports.Provenance;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.prediction.JointDensity;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The draws of a run as exports take them: the unknowns, and what the sampler tells of each draw. */
final class RunDraws implements DrawSource {
    private static final List<SamplerStatistic> RECORDED = List.of(
            SamplerStatistic.ACCEPTANCE,
            SamplerStatistic.STEP_SIZE,
            SamplerStatistic.DEPTH,
            SamplerStatistic.STEPS,
            SamplerStatistic.DIVERGENT,
            SamplerStatistic.ENERGY);

    private final Draws draws;
    private final Draws statistics;
    private final List<ChainReport> chains;
    /** Finds the log density, which is not recorded; empty to leave it out. */
    private final Optional<ModelView> model;

    /** What was recorded. */
    RunDraws(Run run) {
        this(run, Optional.empty());
    }

    private RunDraws(Run run, Optional<ModelView> model) {
        this.model = model;
        draws = run.draws();
        statistics = run.statistics();
        chains = run.kept().stream().map(run.chains()::get).toList();
    }

    /**
     * What was recorded, and the log density, which the model finds anew.
     *
     * @throws IllegalArgumentException if an unknown was not monitored
     */
    static RunDraws withLogDensity(Run run, ModelView model) {
        RunDraws draws = new RunDraws(run, Optional.of(model));
        draws.jointDensity(model);
        return draws;
    }

    private JointDensity jointDensity(ModelView known) {
        return new JointDensity(known, draws.variables());
    }

    @Override
    public List<Variable> variables() {
        return draws.variables();
    }

    @Override
    public List<SamplerStatistic> statistics() {
        List<SamplerStatistic> statistics = new ArrayList<>(RECORDED);
        model.ifPresent(present -> statistics.add(0, SamplerStatistic.LOG_DENSITY));
        return statistics;
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
        Optional<JointDensity> joint = model.map(this::jointDensity);
        return DrawReader.inOrder((draw, values, row) -> {
            draws.copyRow(chain, draw, values);
            statistics.copyRow(chain, draw, recorded);
            int place = 0;
            if (joint.isPresent()) {
                row[place++] = joint.get().at(values);
            }
            row[place++] = recorded[Statistic.ACCEPTANCE.column()];
            row[place++] = stepSize;
            row[place++] = recorded[Statistic.DEPTH.column()];
            row[place++] = recorded[Statistic.STEPS.column()];
            // Several iterations that make one draw may diverge more than once.
            row[place++] = Math.min(1, recorded[Statistic.DIVERGENT.column()]);
            row[place] = recorded[Statistic.ENERGY.column()];
        });
    }

    /** Where the draws of a run come from. */
    static Provenance provenance(String model, String version, Settings settings, Run run) {
        return new Provenance(
                version,
                model,
                run.kernel().toString(),
                settings.seed(),
                settings.warmup(),
                settings.thin(),
                run.kept().stream().map(run.chains()::get).map(RunDraws::tuning).toList());
    }

    private static Provenance.ChainTuning tuning(ChainReport chain) {
        return new Provenance.ChainTuning(
                chain.tuning().stepSize(),
                inverseMetric(chain.tuning().kinetic()),
                chain.warmupSeconds(),
                chain.samplingSeconds());
    }

    private static List<List<Double>> rows(double[][] matrix) {
        return Arrays.stream(matrix)
                .map(row -> Arrays.stream(row).boxed().toList())
                .toList();
    }

    private static List<List<Double>> inverseMetric(KineticEnergy kinetic) {
        if (kinetic instanceof DiagonalMetric diagonal && diagonal.scales().length > 0) {
            return List.of(Arrays.stream(diagonal.scales())
                    .mapToObj(scale -> scale * scale)
                    .toList());
        }
        if (kinetic instanceof DenseMetric dense) {
            return rows(dense.covariance());
        }
        if (kinetic instanceof LowRankMetric lowRank) {
            return rows(lowRank.covariance());
        }
        return List.of();
    }
}
