package dev.tandem.report;

import dev.tandem.draws.Summary;
import dev.tandem.draws.SummaryRow;
import dev.tandem.draws.SummaryTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
        whole(file, writer -> write(content, writer));
    }

    /** What is written to a file. */
    interface Content {
        void write(Writer writer) throws IOException;
    }

    /** Writes a file, which appears under its name when it is complete. */
    static void whole(Path file, Content content) throws IOException {
        // Not a temporary file, which nobody else could read: the page may be meant for others.
        Path unfinished = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".unfinished");
        try {
            Files.deleteIfExists(unfinished);
            try (BufferedWriter writer =
                    Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
                content.write(writer);
            }
            move(unfinished, file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Writes the page piece by piece. */
    public static void write(ReportContent content, Writer writer) throws IOException {
        PageData data = new PageData(content);
        for (String piece : resource("page.html").split("(?=\\{\\{)|(?<=}})", -1)) {
            switch (piece) {
                case "{{title}}" -> writer.write(escaped(content.title()));
                case "{{style}}" -> writer.write(resource("report.css"));
                case "{{plain}}" -> writer.write(escaped(plain(content)));
                case "{{data}}" -> writer.write(harmless(data.json()));
                case "{{curves}}" -> data.writeCurves(writer);
                case "{{library}}" -> writer.write(resource("echarts/echarts.min.js"));
                case "{{script}}" -> writer.write(script(SCRIPTS));
                case "{{licence}}" -> writer.write(escaped(licence()));
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

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
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
