/**
 * Dense matrices in the caller's arrays, column-major: factor, inverse, exponential, and their derivatives in reverse
 * mode. One Cholesky factor serves the whole program.
 */
package dev.tandem.distributions.matrix;
