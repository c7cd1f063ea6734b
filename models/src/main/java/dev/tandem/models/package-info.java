/** Densities written by hand: the models of the mixed HMC paper, and small ones whose answers are known exactly. */
package dev.tandem.models;
