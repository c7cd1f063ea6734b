/**
 * A model as code is generated from it: a {@link dev.tandem.compiler.program.Program} of steps in terms, its storage and
 * what is reported. Lowering makes it from a graph as a {@link dev.tandem.compiler.program.Draft}, passes make other
 * programs of it, and the generator reads it; {@link dev.tandem.compiler.program.Monitor} and {@link
 * dev.tandem.compiler.program.Summing} say what is asked of it. Begin with {@link dev.tandem.compiler.program.Step}.
 */
package dev.tandem.compiler.program;
