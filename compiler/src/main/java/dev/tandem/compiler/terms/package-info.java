/**
 * The mathematics between model and code: scalar terms with bound counters, their derivatives, and loops over them. A
 * {@link dev.tandem.compiler.terms.Term} reads {@link dev.tandem.compiler.terms.Storage}, an array of numbers, at
 * places that counters determine; a {@link dev.tandem.compiler.terms.Nest} is the loops around it. {@link
 * dev.tandem.compiler.terms.Terms} makes terms, equal ones once only. {@link dev.tandem.compiler.terms.LoopWriter}
 * turns terms into code, forwards and in reverse, and {@link dev.tandem.compiler.terms.Numeric} evaluates those that
 * are known before sampling.
 */
package dev.tandem.compiler.terms;
