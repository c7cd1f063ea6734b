/**
 * Expressions of a rule as terms, within the loops that the rule stands in. {@link
 * dev.tandem.compiler.lower.expression.Contexts} makes the loops, {@link
 * dev.tandem.compiler.lower.expression.Expressions} the terms, {@link dev.tandem.compiler.lower.expression.LogDensities}
 * the log densities of scalar distributions.
 */
package dev.tandem.compiler.lower.expression;
