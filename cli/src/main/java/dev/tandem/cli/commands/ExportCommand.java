package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.NameList;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.WriteOptions;
import dev.tandem.draws.Draws;
import dev.tandem.exports.Target;
import dev.tandem.inference.Export;
import dev.tandem.runs.StoredRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the draws of a run in the formats of other programs. */
@Command(
        name = "export",
        usageHelpWidth = 90,
        description = "Write the draws of a run for R, Python, Stan's tools or a spreadsheet.",
        footer = {
            "",
            "Formats:",
            "  stan-csv   a folder of CSV files as CmdStan writes them, one for each chain",
            "  coda       a folder with CODAindex.txt and a file for each chain, as JAGS writes them",
            "  arviz      ArviZ's InferenceData as Zarr with predictions and data: a folder, or",
            "             one file if the name ends in .zip",
            "  arrow      an Arrow IPC file (Feather version 2)",
            "  csv        one CSV file, a row for each draw, or for each value with --long",
            "",
            "Examples:",
            "  tandem export run --out draws.csv",
            "  tandem export run --format stan-csv --out stan",
            "  tandem export run --format coda --out coda",
            "  tandem export run --out run.zarr --overwrite",
            "  tandem export run --monitor alpha0,alpha1 --out draws.arrow"
        })
public final class ExportCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path folder;

    @Mixin
    private WriteOptions options;

    @Option(
            names = "--monitor",
            paramLabel = "NAME",
            split = ",",
            description = "Variables to write, separated by commas. Default: all.")
    private List<String> monitored = new ArrayList<>();

    @Option(
            names = "--quick",
            description =
                    "Leave out what has to be computed: the log density (stan-csv, arviz) and predictions (arviz).")
    private boolean quick;

    @Override
    public Integer call() {
        options.require();
        Target target = options.target();
        NameList.check(spec(), "--monitor", monitored);
        StoredRun run = RunArgument.open(spec(), folder);
        PrintWriter err = err();
        options.refusing(() -> selected(run.export()).write(target)).forEach(note -> err.println("note: " + note));
        Draws draws = run.draws();
        err.println("wrote " + draws.chains() + (draws.chains() == 1 ? " chain of " : " chains of ")
                + draws.drawsPerChain() + " draws to " + options.path());
        err.flush();
        return ExitCode.DONE;
    }

    private Export selected(Export all) {
        Export export = quick ? all.recordedOnly() : all;
        try {
            return monitored.isEmpty() ? export : export.only(monitored);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }
}
