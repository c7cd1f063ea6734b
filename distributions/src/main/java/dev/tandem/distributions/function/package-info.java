/**
 * The functions of arrays: each is an {@link dev.tandem.distributions.function.ArrayFunction} with its derivative in
 * reverse mode.
 */
package dev.tandem.distributions.function;
