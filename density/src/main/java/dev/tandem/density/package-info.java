/**
 * The contract between models and samplers: densities over discrete and continuous unknowns. A {@link
 * dev.tandem.density.MixedDensity} does not change and is shared by all chains; a {@link dev.tandem.density.Cursor} is
 * where one chain stands, with every buffer that belongs to it; a {@link dev.tandem.density.Space} says what the
 * unknowns are called, which values they may take and what is reported of them. Begin with the two lists of promises on
 * {@code MixedDensity} and {@code Cursor}: whoever makes a density keeps them, and whoever samples relies on nothing
 * else.
 */
package dev.tandem.density;
