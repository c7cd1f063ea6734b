/**
 * Sums over discrete unknowns, exactly: which order to sum in, the sum and the probabilities of every combination of
 * values, and joint draws of what was summed over. It knows tables of log weights and nothing of models.
 */
package dev.tandem.compiler.sum;
