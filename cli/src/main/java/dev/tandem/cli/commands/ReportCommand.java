package dev.tandem.cli.commands;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.page.RunReport;
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
            "  tandem report my-run --beside other-run --out both.html",
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

    @Option(
            names = "--beside",
            paramLabel = "RUN",
            description = "Another run, whose intervals are shown beside those of this one.")
    private Path beside;

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
        StoredRun other = beside == null ? null : RunArgument.open(spec(), beside);
        write(stored, stored.outcome().worded(OptionWords.OPTIONS), other, file);
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
        write(stored, outcome, null, file);
    }

    private static void write(StoredRun stored, Outcome outcome, StoredRun other, Path file) throws IOException {
        RunReport report =
                Example.traced(stored.report(outcome), stored.description().model());
        if (other != null) {
            report.beside(
                    other.folder().toAbsolutePath().normalize().getFileName().toString(), other.outcome());
        }
        try {
            report.write(file);
        } catch (IOException e) {
            throw new IOException("the report cannot be written to " + file + ": " + Trouble.with(e), e);
        }
    }
}
