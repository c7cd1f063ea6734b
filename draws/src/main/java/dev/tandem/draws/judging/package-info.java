/**
 * How well models predict, and how much their priors matter, by weights on the draws that are there: leaving one
 * out with smoothed weights, moving draws where weights fail, weights of several models, and scaling a part of a
 * model by a power.
 */
package dev.tandem.draws.judging;
