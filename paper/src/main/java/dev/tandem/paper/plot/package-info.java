/**
 * Small charts as SVG, in one calm style. A {@link dev.tandem.paper.plot.Chart} has axes and series, a {@link
 * dev.tandem.paper.plot.Figure} several charts beside each other.
 *
 * <p>They show what the tables beside them say, and are written by the command that runs the experiments; the
 * plots of reports are other ones, which a reader can turn and zoom.
 */
package dev.tandem.paper.plot;
