package dev.tandem.cli.options;

import dev.tandem.cli.screen.RunScreen;
import dev.tandem.inference.Outcome;
import dev.tandem.inference.SummaryJson;
import dev.tandem.report.Findings;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that shows a run: how much, and in which form. */
public final class OutputOptions {
    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "40",
            description = "Unknowns to show in the table; 0 shows all. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--json", description = "Print the summary as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when there are warnings.")
    private boolean strict;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    public void check() {
        if (rows < 0) {
            throw new ParameterException(spec.commandLine(), "rows must be at least 0, not " + rows);
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
    public int print(Outcome outcome, CommandLine command) {
        PrintWriter out = command.getOut();
        Findings findings = outcome.findings();
        if (json) {
            out.println(SummaryJson.render(outcome));
            command.getErr().print(findings.render());
            command.getErr().print(RunScreen.leftOut(outcome));
        } else {
            out.print(RunScreen.render(outcome, rows));
            out.print(findings.render());
            out.print(RunScreen.leftOut(outcome));
        }
        out.flush();
        command.getErr().flush();
        return strict && !findings.warnings().isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
    }
}
