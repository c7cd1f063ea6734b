/**
 * Finds the tuning of a kernel: a list of stages, each of which hands a better tuning to the next. {@link
 * dev.tandem.sampling.warmup.Plan} has the list; a {@code Stage} walks on a {@code Bench}, which counts work and
 * hears when a chain is lost. At a {@link dev.tandem.sampling.warmup.Meeting} all chains agree on one tuning. Work is counted and not timed, so that the same seed gives the same draws on every
 * machine. {@code StepSizeChoice} is the stage to copy.
 */
package dev.tandem.sampling.warmup;
