/**
 * The random choices of kernels, and the stream that a chain draws them from. {@link
 * dev.tandem.sampling.random.Randomness} is what kernels ask, so that a proof can go through all answers; {@link
 * dev.tandem.sampling.random.RandomStream} answers by chance, fixed by seed and chain alone.
 */
package dev.tandem.sampling.random;
