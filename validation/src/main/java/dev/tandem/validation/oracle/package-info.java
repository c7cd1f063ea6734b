/**
 * Random models, and a slow plain reading of them that shares nothing with the compiler but the syntax tree: what
 * compiled densities are held against.
 */
package dev.tandem.validation.oracle;
