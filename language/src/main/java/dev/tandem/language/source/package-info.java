/**
 * The text of a file, places in it, and what is wrong there: every error that a user sees comes by way of
 * {@link dev.tandem.language.source.SourceProblem}.
 */
package dev.tandem.language.source;
