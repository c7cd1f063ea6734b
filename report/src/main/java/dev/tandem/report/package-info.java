/** What is said and shown about a run: the findings in words, and the page with its tables and plots. */
package dev.tandem.report;
