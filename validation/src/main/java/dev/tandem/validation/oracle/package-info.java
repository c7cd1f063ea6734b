/**
 * Random models, and a slow plain reading of them that shares nothing with the compiler but the syntax tree: what
 * compiled densities are held against. {@link dev.tandem.validation.oracle.ModelGenerator} makes a model from a seed,
 * {@link dev.tandem.validation.oracle.Oracle} reads it, {@link dev.tandem.validation.oracle.OracleCheck} compares, and
 * {@link dev.tandem.validation.oracle.Shrinker} makes a model that fails smaller. Formulas are written from textbooks
 * and not from the library that generated code calls.
 */
package dev.tandem.validation.oracle;
