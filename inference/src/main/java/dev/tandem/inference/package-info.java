/**
 * The way in for Java programs. {@link dev.tandem.inference.Model} is text, {@link dev.tandem.inference.BoundModel} a model
 * with its data: it samples, draws from its prior, calibrates, and compares samplers. {@link dev.tandem.inference.Posterior}
 * holds the draws and leads on into the rooms: to the {@link dev.tandem.inference.outcome.Outcome} with its findings, to
 * predictions and their check, to a judgement, to a {@link dev.tandem.inference.page.RunReport} and an {@link
 * dev.tandem.inference.export.Export}. Nothing here knows of folders, options or screens.
 */
package dev.tandem.inference;
