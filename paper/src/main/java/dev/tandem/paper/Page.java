package dev.tandem.paper;

import java.util.List;

/** The reports of all experiments as one HTML page that needs no other file. */
final class Page {
    private static final String STYLE = """
            body { font: 16px/1.55 Helvetica, Arial, sans-serif; color: #222; margin: 0; background: #fff; }
            main { max-width: 1020px; margin: 0 auto; padding: 32px 24px 80px; }
            h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; }
            h2 { font-size: 22px; margin: 56px 0 12px; padding-top: 16px; border-top: 1px solid #ddd; }
            p, li { max-width: 46em; }
            nav { margin: 16px 0; }
            nav a { margin-right: 14px; }
            a { color: #1f6fb2; text-decoration: none; }
            figure { margin: 22px 0; }
            figure svg { max-width: 100%; height: auto; }
            figcaption, caption { color: #555; font-size: 14px; text-align: left; caption-side: bottom; padding-top: 6px; }
            .wide { overflow-x: auto; margin: 22px 0; }
            table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
            th { text-align: left; font-weight: 600; border-bottom: 1.5px solid #888; vertical-align: bottom; }
            th, td { padding: 4px 14px 4px 0; }
            td { border-bottom: 1px solid #eee; vertical-align: top; }
            .numbers td + td, .numbers th + th { text-align: right; }
            .numbers td + td { white-space: nowrap; }
            .long { max-height: 420px; overflow: auto; border: 1px solid #eee; padding: 0 8px; }
            .verdict { font-weight: 600; white-space: nowrap; }
            .confirmed { color: #2e7d4f; } .corrected { color: #b3541e; } .not { color: #a33; }
            .note { color: #555; font-size: 14px; }
            """;

    private static final int LONG_TABLE = 30;

    private Page() {}

    static String render(String heading, List<String> notes, List<Section> sections) {
        StringBuilder html = new StringBuilder();
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.append("<title>")
                .append(escaped(heading))
                .append("</title>\n<style>\n")
                .append(STYLE);
        html.append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(escaped(heading))
                .append("</h1>\n");
        for (String note : notes) {
            html.append("<p class=\"note\">").append(escaped(note)).append("</p>\n");
        }
        html.append("<nav><a href=\"#claims\">claims</a>");
        for (Section section : sections) {
            html.append("<a href=\"#")
                    .append(section.name())
                    .append("\">")
                    .append(section.name())
                    .append("</a>");
        }
        html.append("</nav>\n<h2 id=\"claims\">The paper's claims</h2>\n").append(claims(sections));
        for (Section section : sections) {
            html.append("<h2 id=\"").append(section.name()).append("\">").append(escaped(section.title()));
            html.append("</h2>\n");
            for (Section.Part part : section.parts()) {
                if (part instanceof Section.Text text) {
                    html.append("<p>").append(escaped(text.text())).append("</p>\n");
                } else if (part instanceof Section.Picture picture) {
                    html.append("<figure>\n").append(picture.svg()).append("<figcaption>");
                    html.append(escaped(picture.caption())).append("</figcaption>\n</figure>\n");
                } else if (part instanceof Section.Table table) {
                    html.append(table(table));
                }
            }
        }
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private static String claims(List<Section> sections) {
        StringBuilder html = new StringBuilder("<div class=\"wide\"><table>\n<tr>");
        for (String name : List.of("claim", "paper", "published here", "Tandem default here", "verdict", "why")) {
            html.append("<th>").append(name).append("</th>");
        }
        html.append("</tr>\n");
        for (Section section : sections) {
            for (Section.Claim claim : section.claims()) {
                html.append("<tr>");
                for (String cell : List.of(claim.claim(), claim.paper(), claim.published(), claim.tandem())) {
                    html.append("<td>").append(escaped(cell)).append("</td>");
                }
                String words = claim.verdict().words();
                html.append("<td class=\"verdict ")
                        .append(words.split(" ", -1)[0])
                        .append("\">")
                        .append(words);
                html.append("</td><td>").append(escaped(claim.why())).append("</td></tr>\n");
            }
        }
        return html.append("</table></div>\n").toString();
    }

    private static String table(Section.Table table) {
        String scroll = table.rows().size() > LONG_TABLE ? "wide long" : "wide";
        StringBuilder html = new StringBuilder("<div class=\"" + scroll + "\"><table class=\"numbers\">\n");
        html.append("<caption>").append(escaped(table.caption())).append("</caption>\n<tr>");
        table.header().forEach(cell -> html.append("<th>").append(escaped(cell)).append("</th>"));
        html.append("</tr>\n");
        for (List<String> row : table.rows()) {
            html.append("<tr>");
            row.forEach(cell -> html.append("<td>").append(escaped(cell)).append("</td>"));
            html.append("</tr>\n");
        }
        return html.append("</table></div>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The page as Markdown, pictures by file name below {@code folder}, without tables longer than a screen. */
    static String markdown(String heading, List<String> notes, List<Section> sections, String folder) {
        StringBuilder text = new StringBuilder("# " + heading + "\n\n");
        notes.forEach(note -> text.append(note).append("\n\n"));
        text.append("## The paper's claims\n\n");
        text.append(
                "| claim | paper | published here | Tandem default here | verdict | why |\n|---|---|---|---|---|---|\n");
        for (Section section : sections) {
            for (Section.Claim claim : section.claims()) {
                row(
                        text,
                        List.of(
                                claim.claim(),
                                claim.paper(),
                                claim.published(),
                                claim.tandem(),
                                "**" + claim.verdict().words() + "**",
                                claim.why()));
            }
        }
        for (Section section : sections) {
            text.append("\n## ").append(section.title()).append("\n\n");
            for (Section.Part part : section.parts()) {
                if (part instanceof Section.Text paragraph) {
                    text.append(paragraph.text()).append("\n\n");
                } else if (part instanceof Section.Picture picture) {
                    text.append("![")
                            .append(picture.caption())
                            .append("](")
                            .append(folder)
                            .append('/');
                    text.append(picture.name())
                            .append(".svg)\n\n")
                            .append(picture.caption())
                            .append("\n\n");
                } else if (part instanceof Section.Table table && table.rows().size() <= LONG_TABLE) {
                    text.append(table.caption()).append("\n\n");
                    row(text, table.header());
                    text.append("|---".repeat(table.header().size())).append("|\n");
                    table.rows().forEach(cells -> row(text, cells));
                    text.append('\n');
                }
            }
        }
        return text.toString().strip() + "\n";
    }

    private static void row(StringBuilder text, List<String> cells) {
        cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(' '));
        text.append("|\n");
    }

    static String csv(Section.Table table) {
        StringBuilder text = new StringBuilder();
        csvRow(text, table.header());
        table.rows().forEach(row -> csvRow(text, row));
        return text.toString();
    }

    private static void csvRow(StringBuilder text, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean quote = cell.contains(",") || cell.contains("\"");
            text.append(i == 0 ? "" : ",").append(quote ? '"' + cell.replace("\"", "\"\"") + '"' : cell);
        }
        text.append('\n');
    }
}
