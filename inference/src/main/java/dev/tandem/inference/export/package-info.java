/**
 * A run to be written for other programs: draws, sampler statistics, predictions, log likelihood and data, as far as a
 * format has room for them.
 *
 * <p>{@code Export} is what users call. It asks the model for what was not recorded, the log density among it,
 * draw by draw while the file is written, so that memory does not grow with the run; {@code exports} has the
 * formats, which know nothing of models.
 */
package dev.tandem.inference.export;
