package dev.tandem.inference;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.inference.basis.PosteriorView;
import dev.tandem.inference.basis.Program;
import dev.tandem.inference.export.Export;
import dev.tandem.inference.judging.Judgement;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.judging.PriorSensitivity;
import dev.tandem.inference.judging.Repair;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.page.RunReport;
import dev.tandem.inference.prediction.Derivation;
import dev.tandem.inference.prediction.NewData;
import dev.tandem.inference.prediction.PredictiveCheck;
import dev.tandem.inference.prediction.Predictor;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * The draws of a model's unknowns, by name and shape, and the ways on from them: summary, findings, predictions, report,
 * export.
 *
 * @param model what was sampled
 * @param settings how
 * @param run what came out
 */
public record Posterior(BoundModel model, Settings settings, Run run) implements PosteriorView {
    @Override
    public Draws draws() {
        return run.draws();
    }

    /** The draws in numbers; unknowns that are summed out have their exact probabilities. */
    public Summary summary() {
        return Outcome.summarise(run, model);
    }

    /** The run with all that is said about it: numbers, and what gives reason to distrust it. */
    public Outcome outcome() {
        return Outcome.of(model.name(), model.compile().space(), settings, run).heldAgainst(model);
    }

    /** The extents of a variable; none for a scalar. */
    public List<Integer> shape(String name) {
        return draws().variable(name).shape();
    }

    /** The posterior mean of one element, such as {@code mu} or {@code beta[2]}. */
    public double mean(String element) {
        return summary().row(element).mean();
    }

    /** New data from the model for each posterior draw; see {@link #predict(long, int)}. */
    public Draws predict(long seed) {
        return predict(seed, 1);
    }

    /**
     * New data from the model for every {@code thin}-th posterior draw of each chain, as a table.
     *
     * @return the observed nodes
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public Draws predict(long seed, int thin) {
        return predictions(seed, thin).collect();
    }

    /**
     * New data from the model for every {@code thin}-th posterior draw of each chain, made when they are asked for. The
     * unknowns, missing data among them, keep the values of the draw. Observed nodes that depend on other observed ones
     * are drawn given the new values of these. The same seed gives the same predictions.
     *
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public DrawSource predictions(long seed, int thin) {
        return Predictor.predictions(model, draws(), seed, thin);
    }

    /** What the draws say about new data; see {@link #with(DataSet, NewData.Choice)}. */
    public NewData with(DataSet data) {
        return with(data, NewData.Choice.byData());
    }

    /**
     * What the draws say about new sites, new covariates, or outcomes that were not seen. What the new data do not give is
     * as in the run, outcomes apart: these are predicted. Unknowns of units whose data have changed are drawn anew.
     *
     * @throws dev.tandem.language.source.SourceException if data do not fit the model, with their places
     * @throws IllegalArgumentException if predictions cannot be made, or would leave out something that is known
     */
    public NewData with(DataSet data, NewData.Choice choice) {
        return NewData.of(this, data, choice);
    }

    /** What the draws say about new data in files: R dump, JSON or CSV, in the dialect of the model. */
    public NewData with(List<Path> files, NewData.Choice choice) {
        return with(DataFile.read(files, model.graph().model().dialect()), choice);
    }

    /**
     * Predictions for every {@code thin}-th posterior draw held against what was observed.
     *
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public PredictiveCheck check(long seed, int thin) {
        return PredictiveCheck.of(predictions(seed, thin), model.observations());
    }

    /**
     * Quantities derived from each draw by statements in the language of the model, such as
     * {@code d <- phi[1] - phi[2]}. They may read the data and all that was monitored; {@code ~} draws.
     *
     * @param seed of what is drawn
     * @throws dev.tandem.language.source.SourceException with every problem, at its line and column in the statements
     */
    public DrawSource derive(String statements, long seed) {
        return new Derivation(model, draws(), statements, seed);
    }

    /**
     * The log likelihood of every unit of the data at every draw.
     *
     * @throws IllegalArgumentException if nothing was observed, an unknown is not among the draws because it was not
     *     monitored, or the unit is no variable of the model
     */
    public LogLikelihood logLikelihood(LogLikelihood.Choice choice) {
        return LogLikelihood.of(model, draws(), choice);
    }

    /** How well the model predicts units of its data that it has not seen, summed over discrete unknowns. */
    public Judgement judge() {
        return judge(LogLikelihood.Choice.summed());
    }

    /**
     * How well the model predicts units of its data that it has not seen.
     *
     * @throws IllegalArgumentException if nothing was observed, an unknown is not among the draws because it was not
     *     monitored, or the unit is no variable of the model
     */
    public Judgement judge(LogLikelihood.Choice choice) {
        // Given states that were drawn knowing the data there is no prediction that could be made better.
        return judge(choice, choice.marginal() ? Repair.byMatching() : Repair.none());
    }

    /**
     * How well the model predicts units of its data that it has not seen.
     *
     * @param repair what is done about units that importance sampling by itself cannot leave out
     * @throws IllegalArgumentException if nothing was observed, an unknown is not among the draws because it was not
     *     monitored, the unit is no variable of the model, or the model cannot be sampled without some of its data
     */
    public Judgement judge(LogLikelihood.Choice choice, Repair repair) {
        return Judgement.of(this, choice, repair);
    }

    /** How much each unknown depends on the priors, and how much on the data. */
    public PriorSensitivity sensitivity() {
        return sensitivity(LogLikelihood.Choice.summed(), List.of());
    }

    /**
     * How much each unknown depends on the priors, and how much on the data.
     *
     * @param priors the variables whose priors are looked at together, the others staying as they are; none for all
     * @throws IllegalArgumentException if nothing was observed, an unknown is not among the draws because it was not
     *     monitored, or a variable has no prior
     */
    public PriorSensitivity sensitivity(LogLikelihood.Choice choice, List<String> priors) {
        return PriorSensitivity.of(this, choice, priors);
    }

    @Override
    public Draws again(DataSet data, List<String> variables) {
        return BoundModel.of(Graph.bind(model.graph().model(), data))
                .summing(model.summing())
                .monitoring(variables.toArray(String[]::new))
                .sample(settings.withStarts(List.of()))
                .draws();
    }

    /** A page about the run. */
    public RunReport report() {
        return RunReport.of(outcome()).by(this);
    }

    /** The run for other programs. */
    public Export export() {
        return Export.of(model.name(), Program.version(), settings, run).by(model);
    }
}
