/** The contract between models and samplers: densities over discrete and continuous unknowns. */
package dev.tandem.density;
