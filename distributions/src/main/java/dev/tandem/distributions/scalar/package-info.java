/**
 * The distributions of single numbers, one final class each, with the methods that {@link dev.tandem.distributions} names;
 * and {@code T(,)}, which cuts any of them off.
 */
package dev.tandem.distributions.scalar;
