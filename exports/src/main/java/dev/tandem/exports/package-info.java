/** Draws as files that other programs read: Stan CSV, CODA, ArviZ, Arrow and plain CSV, each written as a stream. */
package dev.tandem.exports;
