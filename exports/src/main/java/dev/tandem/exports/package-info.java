/**
 * Draws as files that other programs read: Stan CSV, CODA, ArviZ, Arrow and plain CSV, each written as a stream. What
 * comes in are {@link dev.tandem.exports.Contents}, a source of draws with its provenance; {@link
 * dev.tandem.exports.Target} says where they go, and {@link dev.tandem.exports.Format} in which form. A {@link
 * dev.tandem.exports.Destination} sees to it that a file appears whole or not at all. Begin with {@link
 * dev.tandem.exports.TidyCsv}, the smallest writer.
 */
package dev.tandem.exports;
