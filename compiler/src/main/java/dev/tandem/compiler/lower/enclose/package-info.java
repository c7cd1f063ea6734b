/**
 * What values terms can take, by intervals: a {@code Program} comes in, and out goes an interval for every term at every
 * place that lowering asks for. It proves that a value of a discrete unknown is impossible, or that a factor never is.
 * Begin with {@code Enclosures}.
 */
package dev.tandem.compiler.lower.enclose;
