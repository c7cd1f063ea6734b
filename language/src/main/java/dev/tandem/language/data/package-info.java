/**
 * Data files to arrays: R dumps, lists of OpenBUGS, JSON and tables. The way in is
 * {@link dev.tandem.language.data.DataFile#read}.
 *
 * <p>The format is told by name and content. Nothing in a file is executed: an R dump may hold numbers, ranges,
 * {@code c(..)} and {@code structure(..)}, and no more. What cannot be read is named with its line and column. A
 * {@code DataArray} is immutable and column-major, with NaN for what is missing; words become the numbers of their
 * levels.
 */
package dev.tandem.language.data;
