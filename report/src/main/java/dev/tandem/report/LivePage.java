package dev.tandem.report;

import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.text.Markup;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The page that shows a run while it goes. It asks only the program that served it, by events that it is sent; the report
 * takes its place when the run is over.
 */
public final class LivePage {
    private static final List<String> SCRIPTS =
            List.of("numbers.js", "live-data.js", "look.js", "plots.js", "sections.js", "live.js");

    private LivePage() {}

    /** What the page may do: its own script and style, and requests to where it came from. */
    public static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
            + " img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The graph of a model as the script of the page reads it. */
    public static String graph(String title, ModelPicture picture) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        PagePictures.graph(node, title, picture);
        return JsonMapper.shared().writeValueAsString(node);
    }

    /** The page of a model of this name, as HTML. */
    public static String html(String title) {
        StringBuilder page = new StringBuilder();
        for (String piece : HtmlReport.resource("live.html").split("(?=\\{\\{)|(?<=}})", -1)) {
            page.append(
                    switch (piece) {
                        case "{{title}}" -> Markup.escaped(title);
                        case "{{style}}" -> HtmlReport.resource("report.css");
                        case "{{library}}" -> HtmlReport.resource("echarts/echarts.min.js");
                        case "{{script}}" -> HtmlReport.script(SCRIPTS);
                        case "{{licence}}" -> Markup.escaped(HtmlReport.licence());
                        default -> piece;
                    });
        }
        return page.toString();
    }
}
