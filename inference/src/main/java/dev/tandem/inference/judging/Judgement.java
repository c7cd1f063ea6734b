package dev.tandem.inference.judging;

import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.basis.Observations;
import dev.tandem.inference.basis.PosteriorView;

/**
 * How well a model predicts: leave-one-out cross-validation with the widely applicable criterion, and the deviance
 * information criterion.
 *
 * @param name the name of the run or of its model
 * @param likelihood what it rests on
 * @param observations what was observed
 */
public record Judgement(
        String name,
        LogLikelihood likelihood,
        Observations observations,
        LeaveOneOut leaveOneOut,
        DevianceCriterion deviance) {
    /** How well a model predicts units of its data that a posterior of it has not seen; see {@link Repair}. */
    public static Judgement of(PosteriorView posterior, LogLikelihood.Choice choice, Repair repair) {
        ModelView model = posterior.model();
        LogLikelihood likelihood = LogLikelihood.of(model, posterior.draws(), choice);
        return new Judgement(
                model.name(),
                likelihood,
                model.observations(),
                LeftOut.repaired(posterior, likelihood, LeaveOneOut.of(likelihood), repair),
                DevianceCriterion.of(
                        model,
                        posterior.draws(),
                        likelihood,
                        posterior.settings().seed()));
    }

    /** This judgement under another name, to be told from others. */
    public Judgement named(String other) {
        return new Judgement(other, likelihood, observations, leaveOneOut, deviance);
    }
}
