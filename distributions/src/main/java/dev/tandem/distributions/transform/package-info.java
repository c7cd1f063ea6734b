/**
 * Smooth maps from free coordinates onto simplexes and positive definite matrices, with the logarithm of their Jacobian.
 */
package dev.tandem.distributions.transform;
