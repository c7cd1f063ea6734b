/** A model bound to data: which elements are known, which are unknown, what defines them, and in which order. */
package dev.tandem.compiler.graph;
