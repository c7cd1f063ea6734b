/**
 * Densities written by hand: the models of the mixed HMC paper, and small ones whose answers are known exactly. Each is
 * one class with its cursor inside, which keeps what it has computed up to date as sites change. Begin with {@link
 * dev.tandem.models.GaussianMixture}.
 */
package dev.tandem.models;
