/**
 * The log density node by node, and by the units of the data: what comparisons of models, the deviance and prior
 * sensitivity are computed from.
 *
 * <p>A program of its own is made of the factors of the model, with a table of their values in the place of their
 * sum. {@code Units} finds which observations belong together because they share an unknown that is summed out, or
 * an element that the user names; {@code TopLevel} finds the priors that sensitivity scales. Nothing here is
 * needed to sample.
 */
package dev.tandem.compiler.lower.pointwise;
