/** A small imperative language for generated classes: built by the compiler, printed for people, emitted as bytecode. */
package dev.tandem.compiler.code;
