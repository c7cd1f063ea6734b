/**
 * What all parts of a report write with: columns, numbers in JSON, text in a page, files that appear when they
 * are complete.
 *
 * <p>JSON has no number for what is infinite or unknown; it becomes null, and in one place. Text of the user,
 * names of files among it, goes into a page through {@code Markup} only, so that no name can be a script. A file
 * appears under its name when it is whole, or not at all.
 */
package dev.tandem.report.text;
