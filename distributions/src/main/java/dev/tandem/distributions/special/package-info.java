/**
 * Special functions on primitives, with their derivatives: gamma, beta, Bessel, the normal integral and its tails, and
 * exponentials that neither overflow nor cancel. What the distributions share below the level of a law is here too: saddle
 * points, quantiles by bisection, the value of what is impossible.
 */
package dev.tandem.distributions.special;
