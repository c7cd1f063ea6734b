/**
 * A run with all that is said about it: its summary with exact probabilities, its findings, whether unknowns hold each
 * other fast, how well chains agree while they run; in words and as JSON.
 */
package dev.tandem.inference.outcome;
