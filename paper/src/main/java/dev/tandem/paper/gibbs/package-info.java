/** The paper's specialised Gibbs samplers, by Polya-Gamma augmentation. */
package dev.tandem.paper.gibbs;
