/**
 * BUGS over concrete values: evaluates expressions, runs data blocks, and takes densities and draws, one node at a
 * time. An expression of the syntax tree and a {@link dev.tandem.compiler.values.Scope} come in, a {@link
 * dev.tandem.compiler.values.Value} or a {@link dev.tandem.compiler.values.Law} goes out. It is written to be clear and
 * right, as the reference that generated code is tested against. Begin with {@link
 * dev.tandem.compiler.values.Evaluator}.
 */
package dev.tandem.compiler.values;
