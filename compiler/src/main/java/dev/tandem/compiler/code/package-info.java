/**
 * A small imperative language for generated classes: built by the compiler, printed for people, emitted as bytecode. It
 * knows nothing of models: {@link dev.tandem.compiler.code.Code} has expressions and statements, {@link
 * dev.tandem.compiler.code.GeneratedClass} fields and methods. What is printed and what is emitted are made from the
 * same objects. No name of a model reaches it as it is.
 */
package dev.tandem.compiler.code;
