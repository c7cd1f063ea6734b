/**
 * What the plots of a page show, computed from all draws and packed: curves of unknowns, probabilities of states,
 * predictions beside what was observed, warmup, one trajectory.
 */
package dev.tandem.report.plot;
