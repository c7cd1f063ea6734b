/**
 * Which discrete unknowns leave the density as sums, and how their factors are written then. A {@code Draft} comes in with
 * the values that are left of its discrete unknowns; in it, factors become computed tables of log weights, or the slopes
 * of series, which {@code dev.tandem.compiler.sum} sums over while a chain runs. Begin with {@code SumOut}, which chooses;
 * {@code Unfolding} writes a factor as a function of what it is summed over, {@code ComponentKeys} finds what is equal,
 * {@code CountTerms} the form of a series.
 */
package dev.tandem.compiler.lower.sums;
