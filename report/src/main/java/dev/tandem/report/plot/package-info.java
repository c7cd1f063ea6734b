/**
 * What the plots of a page show, computed from all draws and packed: curves of unknowns, probabilities of states,
 * predictions beside what was observed, warmup, one trajectory.
 *
 * <p>What is kept is what a screen can show, so that the page of a large run is hardly larger than that of a small
 * one. Drawing itself is left to the page, which unpacks the numbers.
 */
package dev.tandem.report.plot;
