/**
 * Expressions of a rule as terms, within the loops that the rule stands in. {@link
 * dev.tandem.compiler.lower.expression.Contexts} makes the loops, {@link
 * dev.tandem.compiler.lower.expression.Expressions} the terms, {@link dev.tandem.compiler.lower.expression.LogDensities}
 * the log densities of scalar distributions.
 *
 * <p>Terms are made once and shared: an expression that stands in two rules is one object. Functions of arrays are
 * calls whose results are stored before the rule that reads them. What can be infinite or jump is found here too,
 * since both decide what a gradient is worth.
 */
package dev.tandem.compiler.lower.expression;
