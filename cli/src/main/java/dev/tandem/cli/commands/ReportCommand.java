package dev.tandem.cli.commands;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.Outcome;
import dev.tandem.report.HtmlReport;
import dev.tandem.runs.StoredRun;
import dev.tandem.runs.files.Trouble;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page about a run. */
@Command(
        name = "report",
        usageHelpWidth = 90,
        description = "Write a page about a run: the verdict, the table and the plots, in one HTML file.",
        footer = {
            "",
            "Examples:",
            "  tandem sample model.bug --data data.json --out my-run",
            "  tandem report my-run --overwrite",
            "  tandem report my-run --out ~/report.html",
            "",
            "The page needs no network and nothing but a browser; it can be sent to others as it is.",
            "It may be written while the run is still going."
        })
public final class ReportCommand extends Subcommand {
    /** The name of the page in the folder of a run. */
    public static final String FILE = "report.html";

    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path run;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write it. Default: report.html in the folder.")
    private Path out;

    @Option(names = "--overwrite", description = "Replace a file that is there already.")
    private boolean overwrite;

    @Override
    public Integer call() throws IOException {
        StoredRun stored = RunArgument.read(spec(), run);
        Path file = out == null ? run.resolve(FILE) : out;
        if (Files.isDirectory(file)) {
            throw bad(file + " is a folder; --out names a file");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw bad(file + " is not an ordinary file, and is left as it is; give another name");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw bad("there is no folder " + folder);
        }
        if (Files.exists(file) && !overwrite) {
            throw bad(file + " is there already; --overwrite replaces it");
        }
        write(stored, stored.outcome().worded(OptionWords.OPTIONS), file);
        PrintWriter terminal = out();
        terminal.println(file);
        terminal.flush();
        return ExitCode.DONE;
    }

    /** The page of a run whose outcome is known, as HTML. */
    public static String page(StoredRun stored, Outcome outcome) {
        StringWriter page = new StringWriter();
        try {
            HtmlReport.write(
                    Example.traced(stored.report(outcome), stored.description().model())
                            .content(),
                    page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString();
    }

    /** Writes the page of a run whose outcome is known. */
    public static void write(StoredRun stored, Outcome outcome, Path file) throws IOException {
        try {
            Example.traced(stored.report(outcome), stored.description().model()).write(file);
        } catch (IOException e) {
            throw new IOException("the report cannot be written to " + file + ": " + Trouble.with(e), e);
        }
    }
}
