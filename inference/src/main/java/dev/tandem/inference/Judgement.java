package dev.tandem.inference;

import dev.tandem.draws.judging.LeaveOneOut;

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
    /** This judgement under another name, to be told from others. */
    public Judgement named(String other) {
        return new Judgement(other, likelihood, observations, leaveOneOut, deviance);
    }
}
