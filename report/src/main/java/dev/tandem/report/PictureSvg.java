package dev.tandem.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Draws a model that is laid out: plates, arrows, variables, and a key to their colours. */
final class PictureSvg {
    private static final double KEY = 34;
    private static final double KEY_LETTER = 6.6;
    private static final String SIZES = "size: share of the work";

    /** How far a curve may go aside, in the order in which that is tried. */
    private static final double[] BOWS = {0, 45, -45, 75, -75, 110, -110, 150, -150, 200, -200};

    private static final int POINTS = 40;
    private static final double CLEAR = 4;

    /** The colours of a picture that stands for itself; a page has its own, for the same names. */
    private static final String STYLE = """
            svg { background: #ffffff; }
            text { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; }
            .plate rect { fill: #1c2329; fill-opacity: .03; stroke: #9aa3ab; }
            .plate text { fill: #5d6770; font-size: 11px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
            .arrow { fill: none; stroke: #6c7780; stroke-width: 1.2; }
            .head { fill: #6c7780; }
            .variable text { fill: #1c2329; font-size: 13px; text-anchor: middle; }
            .variable .law { fill: #5d6770; font-size: 10.5px; }
            .key text { fill: #4a545d; font-size: 11px; }
            .data { fill: #e6e8ea; stroke: #6c7780; }
            .settled { fill: #f3e0ee; stroke: #b5609a; }
            .forward { fill: #d5f0e7; stroke: #009e73; }
            .summed-out { fill: #fdecc9; stroke: #c77f00; }
            .sampled { fill: #d8e8f5; stroke: #0072b2; }
            .computed { fill: #ffffff; stroke: #8a949c; stroke-dasharray: 4 3; }
            """;

    private final ModelPicture picture;
    private final GraphLayout layout;
    private final StringBuilder out = new StringBuilder();

    PictureSvg(ModelPicture picture, GraphLayout layout) {
        this.picture = picture;
        this.layout = layout;
    }

    String file(String title) {
        return draw(title, "<style>\n" + STYLE + "</style>\n");
    }

    String piece(String title) {
        return draw(title, "");
    }

    private String draw(String title, String style) {
        double width = Math.max(layout.width(), keyWidth());
        double height = layout.height() + KEY;
        out.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" role=\"img\" width=\"%.0f\" height=\"%.0f\""
                        + " viewBox=\"0 0 %.0f %.0f\" aria-labelledby=\"graph-title graph-description\">%n",
                width, height, width, height));
        out.append("<title id=\"graph-title\">").append(text(title)).append("</title>\n");
        out.append("<desc id=\"graph-description\">")
                .append(text(description()))
                .append("</desc>\n");
        out.append(style);
        out.append(
                "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\""
                        + " orient=\"auto\"><path class=\"head\" d=\"M0 .8 8 4 0 7.2z\"/></marker></defs>\n");
        out.append(format("<g transform=\"translate(%.1f 0)\">%n", (width - layout.width()) / 2));
        layout.plates().forEach(this::plate);
        picture.arrows().forEach(this::arrow);
        layout.plates().forEach(this::words);
        picture.variables().forEach(this::variable);
        out.append("</g>\n");
        key(layout.height() + KEY / 2);
        return out.append("</svg>\n").toString();
    }

    /** The picture in words, for whoever cannot see it. */
    private String description() {
        return picture.variables().stream()
                .map(variable -> {
                    List<String> from = picture.arrows().stream()
                            .filter(arrow -> arrow.to().equals(variable.name()))
                            .map(ModelPicture.Arrow::from)
                            .toList();
                    return variable.name() + ": " + variable.fate().words() + work(variable)
                            + (from.isEmpty() ? "" : ", from " + String.join(", ", from));
                })
                .collect(Collectors.joining("; ", "", "."));
    }

    private void plate(GraphLayout.Box plate) {
        out.append(format(
                "<g class=\"plate\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"10\"/></g>%n",
                plate.x, plate.y, plate.width, plate.height));
    }

    /** After the arrows, so that none goes through the words. */
    private void words(GraphLayout.Box plate) {
        out.append(format(
                "<g class=\"plate\"><text x=\"%.1f\" y=\"%.1f\">%s</text></g>%n",
                plate.x + 10, plate.y + plate.height - 7, text(plate.name)));
    }

    private void arrow(ModelPicture.Arrow arrow) {
        GraphLayout.Box from = layout.variable(arrow.from());
        GraphLayout.Box to = layout.variable(arrow.to());
        String path;
        if (from == to) {
            double x = from.x + from.width;
            double y = from.y + from.height / 2;
            path = format("M%.1f %.1fc16 -14 16 22 1 11", x - 2, y - 6);
        } else if (to.y >= from.y + from.height) {
            path = curve(from, to, from.y + from.height, to.y);
        } else if (to.y + to.height <= from.y) {
            path = curve(from, to, from.y, to.y + to.height);
        } else {
            boolean right = to.centre() > from.centre();
            double start = right ? from.x + from.width : from.x;
            double end = right ? to.x : to.x + to.width;
            double y1 = from.y + from.height / 2;
            double y2 = to.y + to.height / 2;
            path = format(
                    "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f",
                    start, y1, (start + end) / 2, y1, (start + end) / 2, y2, end, y2);
        }
        out.append(format(
                "<path class=\"arrow\" data-from=\"%s\" data-to=\"%s\" marker-end=\"url(#head)\" d=\"%s\"/>%n",
                text(arrow.from()), text(arrow.to()), path));
    }

    /** From one to the other with the least bow that keeps clear of the others. */
    private String curve(GraphLayout.Box from, GraphLayout.Box to, double y1, double y2) {
        double bend = Math.copySign(Math.min(60, Math.abs(y2 - y1) / 2), y2 - y1);
        double[] best = {};
        int fewest = Integer.MAX_VALUE;
        for (double bow : BOWS) {
            double[] curve = {
                from.centre(), y1, from.centre() + bow, y1 + bend, to.centre() + bow, y2 - bend, to.centre(), y2
            };
            int met = met(curve, from, to);
            if (met < fewest) {
                fewest = met;
                best = curve;
            }
        }
        return format(
                "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f",
                best[0], best[1], best[2], best[3], best[4], best[5], best[6], best[7]);
    }

    /** How many points of a curve lie on other variables, or outside the picture. */
    private int met(double[] curve, GraphLayout.Box from, GraphLayout.Box to) {
        int count = 0;
        for (int i = 1; i < POINTS; i++) {
            double x = at((double) i / POINTS, curve[0], curve[2], curve[4], curve[6]);
            count += x < CLEAR || x > layout.width() - CLEAR ? POINTS : 0;
        }
        for (ModelPicture.ModelVariable variable : picture.variables()) {
            GraphLayout.Box box = layout.variable(variable.name());
            if (box == from || box == to) {
                continue;
            }
            for (int i = 1; i < POINTS; i++) {
                double t = (double) i / POINTS;
                double x = at(t, curve[0], curve[2], curve[4], curve[6]);
                double y = at(t, curve[1], curve[3], curve[5], curve[7]);
                boolean inside = x > box.x - CLEAR
                        && x < box.x + box.width + CLEAR
                        && y > box.y - CLEAR
                        && y < box.y + box.height + CLEAR;
                count += inside ? 1 : 0;
            }
        }
        return count;
    }

    private static double at(double t, double a, double b, double c, double d) {
        double s = 1 - t;
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }

    private void variable(ModelPicture.ModelVariable variable) {
        GraphLayout.Box box = layout.variable(variable.name());
        String statements = String.join("\n", variable.statements());
        out.append(format(
                "<g class=\"variable\" data-name=\"%s\"><title>%s</title>",
                text(variable.name()),
                text(variable.name() + ", " + variable.fate().words() + work(variable)
                        + (statements.isEmpty() ? "" : "\n" + statements))));
        shape(variable.fate(), box.x, box.y, box.width, box.height);
        out.append(format(
                "<text x=\"%.1f\" y=\"%.1f\">%s</text>",
                box.centre(), box.y + box.height / 2 + (variable.law().isEmpty() ? 4 : -2), text(variable.name())));
        if (!variable.law().isEmpty()) {
            // Between the two a blank, or they would be read as one word.
            out.append(format(
                    " <text class=\"law\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                    box.centre(), box.y + box.height / 2 + 12, text(variable.law())));
        }
        out.append("</g>\n");
    }

    /** In words what its size shows. */
    private static String work(ModelPicture.ModelVariable variable) {
        return variable.share() > 0 ? ", " + percent(variable.share()) + " of the work" : "";
    }

    /** With as many digits as a reader needs. */
    static String percent(double share) {
        double percent = 100 * share;
        return percent < 0.1 ? "less than 0.1%" : format(percent < 10 ? "%.1f%%" : "%.0f%%", percent);
    }

    /** Data have corners, so that colour is not all that tells them apart. */
    private void shape(ModelPicture.Fate fate, double x, double y, double width, double height) {
        out.append(format(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
                fate.style(), x, y, width, height, fate == ModelPicture.Fate.DATA ? 3 : Math.min(26, height / 2)));
    }

    private List<ModelPicture.Fate> present() {
        Set<ModelPicture.Fate> fates = picture.variables().stream()
                .map(ModelPicture.ModelVariable::fate)
                .collect(Collectors.toSet());
        return Arrays.stream(ModelPicture.Fate.values()).filter(fates::contains).toList();
    }

    private static double keyWidth(ModelPicture.Fate fate) {
        return 38 + KEY_LETTER * fate.words().length();
    }

    private double keyWidth() {
        return 16
                + present().stream().mapToDouble(PictureSvg::keyWidth).sum()
                + (picture.weighed() ? KEY_LETTER * SIZES.length() : 0);
    }

    private void key(double y) {
        double x = 16;
        for (ModelPicture.Fate fate : present()) {
            out.append("<g class=\"key\">");
            shape(fate, x, y - 6, 18, 12);
            out.append(format("<text x=\"%.1f\" y=\"%.1f\">%s</text></g>%n", x + 24, y + 4, fate.words()));
            x += keyWidth(fate);
        }
        if (picture.weighed()) {
            out.append(format("<g class=\"key\"><text x=\"%.1f\" y=\"%.1f\">%s</text></g>%n", x, y + 4, SIZES));
        }
    }

    private static String text(String words) {
        return HtmlReport.escaped(words);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
