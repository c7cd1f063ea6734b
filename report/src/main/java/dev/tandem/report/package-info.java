/**
 * The page about a run, and the one that lives while it goes: {@link dev.tandem.report.HtmlReport} writes {@link
 * dev.tandem.report.ReportContent} as one file that needs nothing else. Its rooms hold what is said ({@code findings}),
 * what is drawn ({@code plot}, {@code graph}) and what everything is written with ({@code text}).
 */
package dev.tandem.report;
