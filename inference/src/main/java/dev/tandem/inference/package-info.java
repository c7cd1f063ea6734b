/**
 * The way in for Java programs, and the way on from draws. {@link dev.tandem.inference.Model} is text, {@link
 * dev.tandem.inference.BoundModel} a model with its data: it samples, draws from its prior, calibrates, and compares
 * samplers. {@link dev.tandem.inference.Posterior} holds the draws and leads to the {@link dev.tandem.inference.Outcome}
 * with its findings, to predictions and their check, to a {@link dev.tandem.inference.RunReport} and an {@link
 * dev.tandem.inference.Export}. Nothing here knows of folders, options or screens.
 */
package dev.tandem.inference;
