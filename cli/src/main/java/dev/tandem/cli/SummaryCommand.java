package dev.tandem.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the summary of a run from its folder. */
@Command(
        name = "summary",
        description = "Print the table of a run in a folder, also while it is still going.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 90,
        footer = {
            "",
            "Examples:",
            "  tandem summary first-run",
            "  tandem summary first-run --json > summary.json",
            "  tandem summary first-run --strict > table.txt && echo converged"
        })
final class SummaryCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder that 'tandem sample --out' wrote.")
    private Path run;

    @Mixin
    private OutputOptions output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        output.check();
        return output.print(RunArgument.read(spec, run).outcome().worded(OptionWords.OPTIONS), spec.commandLine());
    }
}
