/**
 * From a model and data to a density. {@link dev.tandem.compiler.ModelCompiler} has the way in four lines: the text
 * with its data becomes a {@code Graph}, the graph a {@code Program}, the passes make a better program of it, and the
 * generator a {@code CompiledDensity}. {@link dev.tandem.compiler.Passes} is the list of passes. The rooms stand in
 * this order: {@code values}, {@code graph}, {@code terms}, {@code lower}, {@code lower.pass}, {@code generate}, {@code
 * code}; {@code sum} and {@code simulate} stand beside it.
 */
package dev.tandem.compiler;
