/**
 * A model bound to data: which elements are known, which are unknown, what defines them, and in which order. A syntax
 * tree and a data set come in, a {@link dev.tandem.compiler.graph.Graph} goes out, or every problem that was found,
 * with its place in the text. {@code Binding} has the order of work: measure, shape and fold until nothing more becomes
 * known, then order the rules and check what is read. A {@link dev.tandem.compiler.graph.Symbol} is a variable, a
 * {@link dev.tandem.compiler.graph.Rule} a statement with the loops around it. Loops stay loops: nothing here has an
 * object for each element.
 */
package dev.tandem.compiler.graph;
