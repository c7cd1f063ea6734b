/**
 * What every room may ask of a model with its data ({@link dev.tandem.inference.basis.ModelView}) and of a posterior
 * ({@link dev.tandem.inference.basis.PosteriorView}), what was observed, and which program samples. The rooms know these and not the classes that
 * offer them, which know the rooms.
 */
package dev.tandem.inference.basis;
