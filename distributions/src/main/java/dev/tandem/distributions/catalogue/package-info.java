/**
 * One row for each distribution: its names, parameters, values and the class of its arithmetic. Whatever else has to know
 * something about a distribution (parser, messages, ranges, supports, transforms, documentation) reads the row.
 */
package dev.tandem.distributions.catalogue;
