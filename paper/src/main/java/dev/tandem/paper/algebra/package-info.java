/**
 * The little linear algebra that the samplers and the training share: Cholesky factors and what is solved with them.
 */
package dev.tandem.paper.algebra;
