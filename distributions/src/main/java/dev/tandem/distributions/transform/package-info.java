/**
 * Smooth maps from free coordinates onto simplexes and positive definite matrices, with the logarithm of their Jacobian.
 *
 * <p>A simplex comes from the softmax of an orthonormal basis, which treats its components alike; a positive
 * definite matrix from the logarithms of its factor's diagonal and the entries below. Both stop short of what a
 * double cannot hold, with a derivative of zero beyond. A map belongs to one shape and one thread. Scalars have
 * their transforms in the compiler, where they are terms.
 */
package dev.tandem.distributions.transform;
