/**
 * The page about a run: fills the report with the outcome, predictions of the data, and one iteration traced.
 */
package dev.tandem.inference.page;
