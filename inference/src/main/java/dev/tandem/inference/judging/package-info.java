/**
 * How well a model predicts what it has not seen, and how far its answers rest on the priors: the log likelihood by unit,
 * leave-one-out with its repairs, WAIC, DIC, comparison of models, sensitivity to priors; in words and as JSON.
 */
package dev.tandem.inference.judging;
