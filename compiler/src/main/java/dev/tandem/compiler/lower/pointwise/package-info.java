/**
 * The log density node by node, and by the units of the data: what comparisons of models, the deviance and prior
 * sensitivity are computed from.
 */
package dev.tandem.compiler.lower.pointwise;
