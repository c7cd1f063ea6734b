/**
 * Draws from a model, not from its posterior: nodes in order, each given its parents. {@link
 * dev.tandem.compiler.simulate.Simulator} holds one value of every node and draws with the reference evaluator, so that
 * priors, predictions and calibration do not depend on generated code.
 */
package dev.tandem.compiler.simulate;
