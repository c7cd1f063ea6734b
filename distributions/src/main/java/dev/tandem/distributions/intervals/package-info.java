/**
 * Interval arithmetic: an interval contains every value that a number can take, whatever the unknowns are. It shows that
 * an index stays in range, bounds one unknown by another, and proves that a value is impossible.
 */
package dev.tandem.distributions.intervals;
