/**
 * The distributions whose value or parameters are arrays: each is an {@link dev.tandem.distributions.array.ArrayDistribution}, which
 * owns its scratch space and belongs to one thread.
 *
 * <p>Value and parameters are arrays of the caller, column-major, with their dimensions beside them; the gradient
 * is added to the bars of those that ask for it. Wishart matrices are drawn by {@code Bartlett}'s triangle. {@code
 * CertainValue} is what parameters determine, as sums and rounding do: such observations are 0 or impossible, and
 * the compiler makes bounds or computed unknowns of them where it can.
 */
package dev.tandem.distributions.array;
