/** Checks that densities keep their contract and that kernels leave the right law invariant. */
package dev.tandem.validation;
