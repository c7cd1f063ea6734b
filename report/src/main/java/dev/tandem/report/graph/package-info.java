/**
 * The model as a picture: its variables in rows, the loops around them as boxes, drawn as SVG.
 */
package dev.tandem.report.graph;
