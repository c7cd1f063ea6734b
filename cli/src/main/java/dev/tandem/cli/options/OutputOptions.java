package dev.tandem.cli.options;

import dev.tandem.cli.screen.RunScreen;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.SummaryJson;
import dev.tandem.report.findings.Findings;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The options of every command that shows a run: how much, and in which form. */
public final class OutputOptions extends OptionGroup {
    private static final String ROWS = "40";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = ROWS,
            description = "Unknowns to show in the table; 0 shows all. Default: ${DEFAULT-VALUE}.")
    private int rows = Integer.parseInt(ROWS);

    @Option(names = "--json", description = "Print the summary as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when there are warnings.")
    private boolean strict;

    @Override
    public boolean flag(String name) {
        switch (name) {
            case "--json" -> json = true;
            case "--strict" -> strict = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean option(String name, String value) {
        if (!name.equals("--rows") || !PlainWords.whole(value)) {
            return false;
        }
        rows = Integer.parseInt(value);
        return true;
    }

    public void check() {
        if (rows < 0) {
            throw bad("rows must be at least 0, not " + rows);
        }
    }

    /** Whether JSON is wanted instead of text. */
    public boolean json() {
        return json;
    }

    /** Whether warnings are to show in the exit code. */
    public boolean strict() {
        return strict;
    }

    /** Prints a run; returns the exit code. */
    public int print(Outcome outcome, PrintWriter out, PrintWriter err) {
        Findings findings = outcome.findings();
        if (json) {
            out.println(SummaryJson.render(outcome));
            err.print(findings.render());
            err.print(RunScreen.leftOut(outcome));
        } else {
            out.print(RunScreen.render(outcome, rows));
            out.print(findings.render());
            out.print(RunScreen.leftOut(outcome));
        }
        out.flush();
        err.flush();
        return strict && !findings.warnings().isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
    }
}
