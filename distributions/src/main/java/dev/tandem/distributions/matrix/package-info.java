/**
 * Dense matrices in the caller's arrays, column-major: factor, inverse, exponential, and their derivatives in reverse
 * mode. One Cholesky factor serves the whole program.
 *
 * <p>Loops run down columns, where memory is contiguous. {@code Factored} keeps a factor and an inverse until
 * other entries are given, since the matrix of a distribution is often data. A matrix that is not positive
 * definite gives NaN, never an exception: to the density it is an impossible value.
 */
package dev.tandem.distributions.matrix;
