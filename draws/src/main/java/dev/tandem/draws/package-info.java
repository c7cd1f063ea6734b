/**
 * Draws. {@link dev.tandem.draws.DrawSource} is whatever gives draws one after another; {@link dev.tandem.draws.Draws} is
 * a table of them, in memory or in files behind a {@link dev.tandem.draws.DrawStore}. What can be said about them is in
 * the rooms: {@code statistics} has the numbers, {@code summary} each unknown, {@code judging} how well models predict.
 */
package dev.tandem.draws;
