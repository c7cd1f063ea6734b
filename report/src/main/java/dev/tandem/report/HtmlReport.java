package dev.tandem.report;

import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.text.Markup;
import dev.tandem.report.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a report as one page that needs nothing else: data, script, style and plotting library stand in the file, and
 * it forbids itself the network.
 */
public final class HtmlReport {
    private static final List<String> SCRIPTS =
            List.of("numbers.js", "data.js", "look.js", "plots.js", "sections.js", "table.js", "forest.js", "page.js");

    /** Rows of the table for readers without a script. */
    private static final int PLAIN_ROWS = 200;

    private HtmlReport() {}

    /** Writes the page, or nothing: it appears under its name when it is complete. */
    public static void write(ReportContent content, Path file) throws IOException {
        WholeFile.write(file, writer -> write(content, writer));
    }

    /** Writes the page piece by piece. */
    public static void write(ReportContent content, Writer writer) throws IOException {
        PageData data = new PageData(content);
        for (String piece : resource("page.html").split("(?=\\{\\{)|(?<=}})", -1)) {
            switch (piece) {
                case "{{title}}" -> writer.write(Markup.escaped(content.title()));
                case "{{style}}" -> writer.write(resource("report.css"));
                case "{{plain}}" -> writer.write(Markup.escaped(plain(content)));
                case "{{data}}" -> writer.write(harmless(data.json()));
                case "{{curves}}" -> data.writeCurves(writer);
                case "{{library}}" -> writer.write(resource("echarts/echarts.min.js"));
                case "{{script}}" -> writer.write(script(SCRIPTS));
                case "{{licence}}" -> writer.write(Markup.escaped(licence()));
                default -> writer.write(piece);
            }
        }
    }

    static String script(List<String> parts) {
        return parts.stream().map(HtmlReport::resource).collect(Collectors.joining("\n"));
    }

    static String licence() {
        return resource("echarts/NOTICE") + "\n" + resource("echarts/LICENSE") + "\n" + resource("echarts/LICENSE-d3");
    }

    /** What a reader without a script sees: the findings and the table, as the command prints them. */
    private static String plain(ReportContent content) {
        Findings findings = content.findings();
        Summary summary = content.summary();
        List<SummaryRow> rows =
                summary.rows().subList(0, Math.min(PLAIN_ROWS, summary.rows().size()));
        return findings.verdict().headline() + ". " + findings.verdict().reason() + "\n" + findings.render() + "\n"
                + SummaryTable.render(new Summary(rows, summary.chains(), summary.drawsPerChain(), summary.every()));
    }

    /** JSON that no HTML parser can leave: the characters that could end a script are spelled out. */
    private static String harmless(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    static String resource(String name) {
        try (InputStream stream = HtmlReport.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the page's part " + name + " is missing from the program");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
