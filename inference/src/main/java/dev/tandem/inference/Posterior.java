package dev.tandem.inference;

import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.util.List;

/**
 * The draws of a model's unknowns, by name and shape, and the ways on from them: summary, findings, predictions, report,
 * export.
 *
 * @param model what was sampled
 * @param settings how
 * @param run what came out
 */
public record Posterior(BoundModel model, Settings settings, Run run) {
    public Draws draws() {
        return run.draws();
    }

    public Summary summary() {
        return run.summary();
    }

    /** The run with all that is said about it: numbers, and what gives reason to distrust it. */
    public Outcome outcome() {
        return Outcome.of(model.name(), model.compile().space(), settings, run);
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
        return new Predictions(model, draws(), seed, thin);
    }

    /**
     * Predictions for every {@code thin}-th posterior draw held against what was observed.
     *
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public PredictiveCheck check(long seed, int thin) {
        return PredictiveCheck.of(predictions(seed, thin), model.observations());
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
