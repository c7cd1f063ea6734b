/**
 * Unknowns that observed sums determine: they are found here, and computed from the others instead of being
 * sampled.
 */
package dev.tandem.compiler.lower.ties;
