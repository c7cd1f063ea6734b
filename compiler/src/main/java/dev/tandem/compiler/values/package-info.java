/**
 * BUGS over concrete values: evaluates expressions, runs data blocks, and takes densities and draws, one node at a time.
 * It is written to be clear and right, as the reference that generated code is tested against.
 */
package dev.tandem.compiler.values;
