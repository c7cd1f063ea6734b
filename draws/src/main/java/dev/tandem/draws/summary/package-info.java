/**
 * What is said of each unknown: where it lies, how sure that is, and whether chains agree. {@link
 * dev.tandem.draws.summary.Diagnostics} has the formulas, {@link dev.tandem.draws.summary.Summary} the table, and
 * {@link dev.tandem.draws.summary.Courses} the same for unknowns whose draws are not kept.
 */
package dev.tandem.draws.summary;
