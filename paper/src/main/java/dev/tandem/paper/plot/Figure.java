package dev.tandem.paper.plot;

import java.util.List;

/** Panels side by side and below each other, as one SVG document. */
public final class Figure {
    private Figure() {}

    public static String grid(int columns, List<Chart> panels) {
        StringBuilder body = new StringBuilder();
        double y = 0;
        double width = 0;
        for (int start = 0; start < panels.size(); start += columns) {
            List<Chart> row = panels.subList(start, Math.min(panels.size(), start + columns));
            double x = 0;
            double height = 0;
            for (Chart panel : row) {
                body.append("<g transform=\"translate(")
                        .append(Chart.number(x))
                        .append(' ')
                        .append(Chart.number(y))
                        .append(")\">\n")
                        .append(panel.group())
                        .append("</g>\n");
                x += panel.width();
                height = Math.max(height, panel.height());
            }
            width = Math.max(width, x);
            y += height + 10;
        }
        String size = Chart.number(width) + ' ' + Chart.number(y);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" + Chart.number(width)
                + "\" height=\"" + Chart.number(y)
                + "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + body + "</svg>\n";
    }
}
