package dev.tandem.paper.plot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One panel: axes, and marks drawn in the order in which they were added. */
public final class Chart {
    /** Distinguishable to colour-blind readers (after Okabe and Ito), a little darkened for white paper. */
    private static final List<String> COLOURS = List.of(
            "#1f6fb2", "#d1651f", "#2e8b6b", "#b3509c", "#6b6b6b", "#c79a16", "#5aa9d6", "#8c3b3b", "#4b4f9e",
            "#7a9a2e");

    private static final double LEFT = 62;
    private static final double RIGHT = 24;
    private static final double TOP = 30;
    private static final double BOTTOM = 46;
    private static final double LEGEND_LINE = 16;

    private final String title;
    private final Axis x;
    private final Axis y;
    private final double width;
    private final double height;
    private final StringBuilder marks = new StringBuilder();
    private final Map<String, String> legend = new LinkedHashMap<>();
    private boolean legendBelow;

    public Chart(String title, Axis x, Axis y, double width, double height) {
        this.title = title;
        this.x = x;
        this.y = y;
        this.width = width;
        this.height = height;
    }

    /** Puts the legend below the panel, where it hides nothing; a panel without names has none. */
    public Chart legendBelow() {
        legendBelow = true;
        return this;
    }

    public static String colour(int index) {
        return COLOURS.get(Math.floorMod(index, COLOURS.size()));
    }

    public Chart line(String name, double[] xs, double[] ys, int colour) {
        return line(name, xs, ys, colour, false);
    }

    /** A line through the points; NaN interrupts it. An empty name stays out of the legend. */
    public Chart line(String name, double[] xs, double[] ys, int colour, boolean dashed) {
        StringBuilder path = new StringBuilder();
        boolean drawing = false;
        for (int i = 0; i < xs.length; i++) {
            if (!Double.isFinite(ys[i])) {
                drawing = false;
                continue;
            }
            path.append(drawing ? "L" : "M")
                    .append(number(px(xs[i])))
                    .append(' ')
                    .append(number(py(ys[i])));
            drawing = true;
        }
        String style = "fill=\"none\" stroke=\"" + colour(colour) + "\" stroke-width=\"1.6\" stroke-linejoin=\"round\""
                + (dashed ? " stroke-dasharray=\"5 4\"" : "");
        marks.append("<path d=\"").append(path).append("\" ").append(style).append("/>\n");
        name(name, "<line x1=\"0\" x2=\"18\" y1=\"0\" y2=\"0\" " + style + "/>");
        return this;
    }

    public Chart thinLine(double[] xs, double[] ys, int colour) {
        int before = marks.length();
        line("", xs, ys, colour, false);
        int at = marks.indexOf("stroke-width=\"1.6\"", before);
        marks.replace(at, at + "stroke-width=\"1.6\"".length(), "stroke-width=\"0.7\"");
        return this;
    }

    /** The area between two curves. */
    public Chart band(double[] xs, double[] low, double[] high, int colour) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            path.append(i == 0 ? "M" : "L")
                    .append(number(px(xs[i])))
                    .append(' ')
                    .append(number(py(high[i])));
        }
        for (int i = xs.length - 1; i >= 0; i--) {
            path.append("L").append(number(px(xs[i]))).append(' ').append(number(py(low[i])));
        }
        marks.append("<path d=\"").append(path).append("Z\" fill=\"").append(colour(colour));
        marks.append("\" fill-opacity=\"0.16\" stroke=\"none\"/>\n");
        return this;
    }

    /** Bars of equal width between {@code low} and {@code high}, as one outline. */
    public Chart histogram(String name, double low, double high, double[] heights, int colour) {
        double step = (high - low) / heights.length;
        StringBuilder path = new StringBuilder("M" + number(px(low)) + ' ' + number(py(0)));
        for (int i = 0; i < heights.length; i++) {
            String top = number(py(heights[i]));
            path.append("L").append(number(px(low + i * step))).append(' ').append(top);
            path.append("L")
                    .append(number(px(low + (i + 1) * step)))
                    .append(' ')
                    .append(top);
        }
        path.append("L")
                .append(number(px(high)))
                .append(' ')
                .append(number(py(0)))
                .append('Z');
        String style = "fill=\"" + colour(colour) + "\" fill-opacity=\"0.35\" stroke=\"none\"";
        marks.append("<path d=\"").append(path).append("\" ").append(style).append("/>\n");
        name(name, "<rect x=\"2\" y=\"-6\" width=\"14\" height=\"10\" " + style + "/>");
        return this;
    }

    public Chart points(String name, double[] xs, double[] ys, int colour) {
        String style = "fill=\"" + colour(colour) + "\" fill-opacity=\"0.8\"";
        for (int i = 0; i < xs.length; i++) {
            if (Double.isFinite(ys[i])) {
                marks.append("<circle cx=\"").append(number(px(xs[i])));
                marks.append("\" cy=\"")
                        .append(number(py(ys[i])))
                        .append("\" r=\"2.8\" ")
                        .append(style)
                        .append("/>\n");
            }
        }
        name(name, "<circle cx=\"9\" cy=\"0\" r=\"3\" " + style + "/>");
        return this;
    }

    /** A rectangle of values as shades, row 0 at the bottom; 0 is white and 1 a full shade. */
    public Chart shades(double[][] values, int colour) {
        double rowHeight = (height - TOP - BOTTOM) / values.length;
        for (int row = 0; row < values.length; row++) {
            double step = (width - LEFT - RIGHT) / values[row].length;
            for (int column = 0; column < values[row].length; column++) {
                double shade = values[row][column];
                if (shade > 0.01) {
                    marks.append("<rect x=\"")
                            .append(number(LEFT + column * step))
                            .append("\" y=\"");
                    marks.append(number(height - BOTTOM - (row + 1) * rowHeight))
                            .append("\" width=\"");
                    marks.append(number(step + 0.3)).append("\" height=\"").append(number(rowHeight + 0.3));
                    marks.append("\" fill=\"").append(colour(colour)).append("\" fill-opacity=\"");
                    marks.append(number(Math.min(1, shade))).append("\"/>\n");
                }
            }
        }
        return this;
    }

    private void name(String name, String sample) {
        if (!name.isEmpty()) {
            legend.putIfAbsent(name, sample);
        }
    }

    private double px(double value) {
        return LEFT + x.place(value) * (width - LEFT - RIGHT);
    }

    private double py(double value) {
        return height - BOTTOM - y.place(value) * (height - TOP - BOTTOM);
    }

    double width() {
        return width;
    }

    double height() {
        return height + (legendBelow ? 6 + LEGEND_LINE * legendRows() : 0);
    }

    private int legendColumns() {
        int longest = legend.keySet().stream().mapToInt(String::length).max().orElse(1);
        return (int) Math.max(1, (width - LEFT - RIGHT) / (30 + 6.4 * longest));
    }

    private int legendRows() {
        return (legend.size() + legendColumns() - 1) / legendColumns();
    }

    /** The panel as a group; {@link Figure} places it. */
    String group() {
        StringBuilder svg = new StringBuilder();
        text(svg, LEFT, 18, "start", "font-weight=\"600\"", title);
        for (double tick : x.ticks()) {
            double at = px(tick);
            rule(svg, at, at, TOP, height - BOTTOM, "#e6e6e6");
            text(svg, at, height - BOTTOM + 16, "middle", "fill=\"#555\"", Axis.format(tick));
        }
        for (double tick : y.ticks()) {
            double at = py(tick);
            rule(svg, LEFT, width - RIGHT, at, at, "#e6e6e6");
            text(svg, LEFT - 6, at + 4, "end", "fill=\"#555\"", Axis.format(tick));
        }
        svg.append(marks);
        rule(svg, LEFT, width - RIGHT, height - BOTTOM, height - BOTTOM, "#888");
        rule(svg, LEFT, LEFT, TOP, height - BOTTOM, "#888");
        text(svg, (LEFT + width - RIGHT) / 2, height - BOTTOM + 34, "middle", "", x.label());
        String turned = "transform=\"rotate(-90)\"";
        text(svg, -(TOP + height - BOTTOM) / 2, 14, "middle", turned, y.label());
        int index = 0;
        for (Map.Entry<String, String> entry : legend.entrySet()) {
            double atX;
            double atY;
            if (legendBelow) {
                double column = (width - LEFT - RIGHT) / legendColumns();
                atX = LEFT + column * (index % legendColumns());
                int row = index / legendColumns();
                atY = height + 6 + LEGEND_LINE * row;
            } else {
                atX = LEFT + 12;
                atY = TOP + 12 + LEGEND_LINE * index;
            }
            svg.append("<g transform=\"translate(")
                    .append(number(atX))
                    .append(' ')
                    .append(number(atY))
                    .append(")\">");
            svg.append(entry.getValue());
            text(svg, 24, 4, "start", "", entry.getKey());
            svg.append("</g>\n");
            index++;
        }
        return svg.toString();
    }

    private static void rule(StringBuilder svg, double x1, double x2, double y1, double y2, String colour) {
        svg.append("<line x1=\"").append(number(x1)).append("\" x2=\"").append(number(x2));
        svg.append("\" y1=\"").append(number(y1)).append("\" y2=\"").append(number(y2));
        svg.append("\" stroke=\"").append(colour).append("\"/>\n");
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String style, String content) {
        svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        svg.append("\" text-anchor=\"")
                .append(anchor)
                .append("\" ")
                .append(style)
                .append('>');
        svg.append(escaped(content)).append("</text>\n");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** The least and the greatest finite value; 0 and 1 if there is none. */
    public static double[] range(List<double[]> series) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] values : series) {
            for (double value : values) {
                if (Double.isFinite(value)) {
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            }
        }
        return low > high ? new double[] {0, 1} : new double[] {low, high};
    }
}
