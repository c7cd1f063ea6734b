/** Draws from a model, not from its posterior: nodes in order, each given its parents. */
package dev.tandem.compiler.simulate;
