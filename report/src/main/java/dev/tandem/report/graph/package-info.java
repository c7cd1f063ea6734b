/**
 * The model as a picture: its variables in rows, the loops around them as boxes, drawn as SVG.
 *
 * <p>{@code ModelPicture} is what there is to draw, without a place; {@code GraphLayout} gives variables rows
 * below what defines them and lays loops out from the inside, a finished box being one large variable to what is
 * around it; {@code PictureSvg} writes it with a key to its colours. The same picture stands in a report and in
 * the file of {@code check}.
 */
package dev.tandem.report.graph;
