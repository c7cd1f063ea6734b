/**
 * Pure functions of sequences of numbers: order and ranks, moments, quantiles, autocovariances by Fourier
 * transform. They know neither unknowns nor runs, and work in buffers that serve for one unknown after another.
 */
package dev.tandem.draws.statistics;
