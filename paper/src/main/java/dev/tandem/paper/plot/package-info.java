/**
 * Small charts as SVG, in one calm style. A {@link dev.tandem.paper.plot.Chart} has axes and series, a {@link
 * dev.tandem.paper.plot.Figure} several charts beside each other.
 */
package dev.tandem.paper.plot;
