/**
 * What all parts of a report write with: columns, numbers in JSON, text in a page, files that appear when they
 * are complete.
 */
package dev.tandem.report.text;
