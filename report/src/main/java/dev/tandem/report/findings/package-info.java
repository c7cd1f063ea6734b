/**
 * What a run gives reason to distrust, and what to do about it. {@code Judge} has the questions, one method each;
 * what it looks at is the summary and what else is known about the run ({@link
 * dev.tandem.report.findings.RunFacts}, {@link dev.tandem.report.findings.Evidence}). How advice speaks of
 * settings is handed in as {@link dev.tandem.report.findings.Wording}: nothing here knows an option.
 */
package dev.tandem.report.findings;
