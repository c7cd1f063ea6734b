/**
 * The paper's specialised Gibbs samplers, by Polya-Gamma augmentation. They are what mixed kernels are compared with,
 * and serve one model each: variable selection in logistic regression, and the topics of a document. Beside them
 * discontinuous HMC of a document as the paper's program runs it.
 */
package dev.tandem.paper.gibbs;
