/**
 * The text of a file, places in it, and what is wrong there: every error that a user sees comes by way of
 * {@link dev.tandem.language.source.SourceProblem}.
 *
 * <p>Offsets become lines and columns here alone. Problems of one file are collected up to a limit, since nobody
 * reads the fiftieth, and thrown together in the order of the text. {@code Spelling} finds what was probably
 * meant.
 */
package dev.tandem.language.source;
