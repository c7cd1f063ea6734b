package dev.tandem.inference.outcome;

import dev.tandem.density.Roles;
import dev.tandem.density.Space;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Summary;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.report.findings.Evidence;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.findings.Wording;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A run with all that is said about it.
 *
 * @param model the name of the model
 * @param dimension its continuous coordinates
 * @param sites its discrete sites
 * @param settings what was asked for
 * @param compileSeconds what reading and compiling the model took
 * @param folder the folder that holds the run, if one does
 * @param going whether chains are still running
 * @param run what came out
 * @param summary the draws in numbers
 * @param wording how findings speak of settings
 * @param lock two unknowns that hold each other fast, if such were found
 * @param counted why states were counted although they are summed out, if they were
 */
public record Outcome(
        String model,
        int dimension,
        int sites,
        Settings settings,
        double compileSeconds,
        Optional<Path> folder,
        boolean going,
        Run run,
        Summary summary,
        Wording wording,
        Optional<Evidence.Lock> lock,
        Optional<String> counted) {

    /** A run of a density that is in no folder. */
    public static Outcome of(String model, Space space, Settings settings, Run run) {
        return of(model, space, settings, 0, Optional.empty(), run);
    }

    /** A run that has just come to an end, by itself or not. */
    public static Outcome of(
            String model, Space space, Settings settings, double compileSeconds, Optional<Path> folder, Run run) {
        return new Outcome(
                model,
                space.dimension(),
                space.sites(),
                settings,
                compileSeconds,
                folder,
                false,
                run,
                summarise(run),
                Wording.plain(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * A run that is still going, with what has been taken down of it.
     *
     * @param most draws of each chain that are looked at; where there are more, some are left out evenly
     */
    public static Outcome soFar(
            String model,
            Space space,
            Settings settings,
            double compileSeconds,
            Optional<Path> folder,
            Recorded recorded,
            int most) {
        Run run = new Run(
                settings.kernelFor(space),
                recorded.draws(),
                recorded.statistics(),
                recorded.kept(),
                recorded.warmups(),
                recorded.chains(),
                recorded.roles(),
                recorded.courses(),
                true);
        return new Outcome(
                model,
                space.dimension(),
                space.sites(),
                settings,
                compileSeconds,
                folder,
                true,
                run,
                glance(run, most),
                Wording.plain(),
                Optional.empty(),
                Optional.empty());
    }

    /** The summary of a run from so many draws of each chain at most, or what is left of them when some go evenly. */
    public static Summary glance(Run run, int most) {
        int every = Math.max(1, (run.draws().drawsPerChain() + most - 1) / most);
        return every == 1 ? summarise(run) : Summary.of(run.draws(), every);
    }

    /** The summary of a run, empty if it was stopped before the first draw. */
    public static Summary summarise(Run run) {
        return run.draws().drawsPerChain() == 0
                ? new Summary(List.of(), run.draws().chains(), 0)
                : run.summary();
    }

    /** The summary of draws of a model; unknowns that are summed out have their exact probabilities. */
    public static Summary summarise(Run run, ModelView model) {
        return ExactProbabilities.of(summarise(run), model, run).summary();
    }

    /** This outcome, its findings in other words. */
    public Outcome worded(Wording words) {
        return new Outcome(
                model, dimension, sites, settings, compileSeconds, folder, going, run, summary, words, lock, counted);
    }

    /** Whether some discrete unknown never changed although it may. */
    public boolean still() {
        return hasDraws() && !Locks.still(run, summary).isEmpty();
    }

    /** Whether some reported unknown is summed out, so that a model can say how probable its values are. */
    public boolean summedOut() {
        Roles roles = run.roles();
        return hasDraws() && roles.drawn().cardinality() > roles.forward().cardinality();
    }

    /**
     * This outcome with what only the model can add: the exact probabilities of unknowns that are summed out, and a look
     * at whether unknowns that never changed could have.
     */
    public Outcome heldAgainst(ModelView bound) {
        if (!hasDraws()) {
            return this;
        }
        ExactProbabilities.Result exact = ExactProbabilities.of(summary, bound, run);
        return new Outcome(
                model,
                dimension,
                sites,
                settings,
                compileSeconds,
                folder,
                going,
                run,
                exact.summary(),
                wording,
                Locks.find(bound, run, summary),
                exact.counted());
    }

    /** What the run gives reason to distrust, and what to do about it. */
    public Findings findings() {
        return StartedAgain.addTo(Findings.of(facts(), summary, evidence(), wording), run);
    }

    /** What bears on trusting the run beyond the summary. */
    private Evidence evidence() {
        if (!hasDraws()) {
            return Evidence.none();
        }
        int depth = run.kernel().greatestDepth();
        return new Evidence(
                Optional.of(run.draws()),
                run.roles(),
                run.courses(),
                run.kept().stream()
                        .map(chain -> new Evidence.ChainState(
                                chain + 1,
                                continuous() ? run.chains().get(chain).tuning().stepSize() : Double.NaN))
                        .toList(),
                depth,
                depth == 0 ? 0 : fullDepth(depth),
                lock,
                run.divergences() == 0 ? new double[0][] : run.statistic(Statistic.DIVERGENT));
    }

    private double fullDepth(int depth) {
        return Arrays.stream(run.statistic(Statistic.DEPTH))
                .flatMapToDouble(Arrays::stream)
                .map(reached -> reached >= depth ? 1 : 0)
                .average()
                .orElse(0);
    }

    /** How far the run has come, by all of its unknowns and the log density. */
    public Convergence convergence() {
        return Convergence.of(run.draws(), run.courses());
    }

    /** How the run was made and how it went, as far as that bears on trusting it. */
    public RunFacts facts() {
        return new RunFacts(
                run.kernel().toString(),
                run.kernel().exact(),
                settings.chains(),
                settings.draws(),
                settings.warmup(),
                settings.fixed().targetAcceptance().orElse(0.8),
                settings.until().isPresent(),
                run.draws().chains(),
                run.draws().drawsPerChain(),
                stopped(),
                going,
                folder.map(Path::toString),
                continuous(),
                run.divergences(),
                run.chains().stream().mapToLong(ChainReport::notANumber).sum(),
                run.chains().stream().map(ChainReport::ebfmi).toList());
    }

    public boolean continuous() {
        return dimension > 0;
    }

    public boolean discrete() {
        return sites > 0;
    }

    /** Whether the kernel has a length of trajectories among its tuning. */
    public boolean timed() {
        return run.kernel().needsTrajectoryTime();
    }

    public boolean hasDraws() {
        return run.draws().drawsPerChain() > 0;
    }

    /** Whether the run ended before all draws were made. */
    public boolean stopped() {
        return run.cancelled();
    }

    public double warmupSeconds() {
        return slowest(ChainReport::warmupSeconds);
    }

    public double samplingSeconds() {
        return slowest(ChainReport::samplingSeconds);
    }

    private double slowest(ToDoubleFunction<ChainReport> seconds) {
        return run.chains().stream().mapToDouble(seconds).max().orElse(0);
    }
}
