/**
 * A run to be written for other programs: draws, sampler statistics, predictions, log likelihood and data, as far as a
 * format has room for them.
 */
package dev.tandem.inference.export;
