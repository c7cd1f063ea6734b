/**
 * What is said and shown about a run: the findings in words, and the page with its tables and plots. {@link
 * dev.tandem.report.Findings} judges a summary with what else is known about the run ({@link
 * dev.tandem.report.RunFacts}, {@link dev.tandem.report.Evidence}); {@code Judge} has the questions, one method each.
 * {@link dev.tandem.report.HtmlReport} writes {@link dev.tandem.report.ReportContent} as one page that needs nothing
 * else. How advice speaks of settings is handed in as {@link dev.tandem.report.Wording}: nothing here knows an option.
 */
package dev.tandem.report;
