/** Small charts as SVG, in one calm style. */
package dev.tandem.paper.plot;
