/** The little linear algebra that the samplers and the training share. */
package dev.tandem.paper.algebra;
