/**
 * One row for each distribution and each function: names, parameters, values, and where their arithmetic is. Whatever else
 * has to know something about one of them (parser, messages, ranges, supports, transforms, lowering, documentation) reads
 * the row.
 */
package dev.tandem.distributions.catalogue;
