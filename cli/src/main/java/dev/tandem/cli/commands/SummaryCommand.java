package dev.tandem.cli.commands;

import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.OutputOptions;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints the summary of a run from its folder. */
@Command(
        name = "summary",
        usageHelpWidth = 90,
        description = "Print the table of a run in a folder, also while it is still going.",
        footer = {
            "",
            "Examples:",
            "  tandem summary first-run",
            "  tandem summary first-run --json > summary.json",
            "  tandem summary first-run --strict > table.txt && echo converged"
        })
public final class SummaryCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder that 'tandem sample --out' wrote.")
    private Path run;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        output.check();
        return output.print(RunArgument.read(spec(), run).outcome().worded(OptionWords.OPTIONS), out(), err());
    }
}
