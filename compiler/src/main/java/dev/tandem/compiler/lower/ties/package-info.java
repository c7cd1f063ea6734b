/**
 * Unknowns that observed sums determine: they are found here, and computed from the others instead of being
 * sampled.
 *
 * <p>No single unknown can move while an observed sum of several holds. So one summand is computed from the
 * others, and its own prior stays a factor. {@code TiedSums} chooses which one, one that no other sum needs if
 * there is one, and of several one with few ends to go beyond; {@code TiedSteps} writes what computes it; {@code
 * Ties} is the way in.
 */
package dev.tandem.compiler.lower.ties;
