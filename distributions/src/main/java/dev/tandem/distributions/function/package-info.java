/**
 * The functions of arrays: each is an {@link dev.tandem.distributions.function.ArrayFunction} with its derivative in
 * reverse mode.
 *
 * <p>A function says the shape of its result before it computes it, and complains about shapes in words for the
 * user. Instances own their scratch space, so that nothing is allocated once the largest arrays have been seen;
 * each belongs to one thread. The evaluator of graphs and generated code call the same objects, and the catalogue
 * says which name makes which.
 */
package dev.tandem.distributions.function;
