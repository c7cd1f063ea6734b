/**
 * From text to values: BUGS/JAGS models to a syntax tree, data files to arrays, and errors worth reading.
 *
 * <p>The way in is {@link dev.tandem.language.Model#read} and {@link dev.tandem.language.data.DataFile#read}. A
 * {@link dev.tandem.language.Model} is the tree of a file that is right as far as it can be judged alone: the syntax, the
 * names and argument counts of distributions and functions, loop counters, and plain double definitions. With the names
 * of the data, {@link dev.tandem.language.NameCheck} finds what is used but never defined. What depends on values
 * (dimensions, ranges, cycles) is for the graph that is built from the tree.
 *
 * <p>Everything here is immutable. Whatever is wrong with a file ends in a
 * {@link dev.tandem.language.source.SourceException}, never in another exception.
 */
package dev.tandem.language;
