/**
 * The distributions whose value or parameters are arrays: each is an {@link dev.tandem.distributions.array.ArrayDistribution}, which
 * owns its scratch space and belongs to one thread.
 */
package dev.tandem.distributions.array;
