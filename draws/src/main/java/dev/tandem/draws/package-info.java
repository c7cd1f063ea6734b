/**
 * Draws and what can be said about them. {@link dev.tandem.draws.DrawSource} is whatever gives draws one after another;
 * {@link dev.tandem.draws.Draws} is a table of them, in memory or in files behind a {@link
 * dev.tandem.draws.DrawStore}. Diagnostics are pure functions of a table, and {@link dev.tandem.draws.Summary} puts them
 * together.
 */
package dev.tandem.draws;
