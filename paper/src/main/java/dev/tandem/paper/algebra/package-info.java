/**
 * The little linear algebra that the samplers and the training share: Cholesky factors and what is solved with them.
 *
 * <p>Matrices are arrays of rows here, as the published algorithms write them. The rest of the program has its own
 * in {@code distributions.matrix}, in place and column-major.
 */
package dev.tandem.paper.algebra;
