package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.NameList;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.WriteOptions;
import dev.tandem.draws.Draws;
import dev.tandem.exports.Target;
import dev.tandem.inference.export.Export;
import dev.tandem.inference.judging.LogLikelihood;
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
            "  tandem export run --monitor alpha0,alpha1 --out draws.arrow",
            "  tandem export run --log-lik --format stan-csv --out stan",
            "  tandem export run --log-lik --unit alpha --out draws.csv"
        })
public final class ExportCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path folder;

    @Mixin
    private WriteOptions options;

    @Option(
            names = "--monitor",
            paramLabel = "NAME",
            split = NameList.COMMAS,
            splitSynopsisLabel = ",",
            description = "Variables to write, or parts of them such as z[1:5,], separated by commas. Default: all.")
    private List<String> monitored = new ArrayList<>();

    @Option(
            names = "--log-lik",
            description = {
                "Add log_lik, the log likelihood of each unit of the data as 'tandem loo' takes it, and",
                "lprior, the log density of the priors. arviz has them in groups without being asked."
            })
    private boolean logLik;

    @Option(
            names = "--unit",
            paramLabel = "NAME",
            description = {
                "With the log likelihood: take all observations together that depend on the same element",
                "of this variable, as 'tandem loo --unit' does."
            })
    private String unit = "";

    @Option(
            names = "--given-states",
            description = "With the log likelihood: take discrete unknowns as they were drawn, as 'tandem loo' has it.")
    private boolean givenStates;

    @Option(
            names = "--quick",
            description = {
                "Leave out what has to be computed: the log density (stan-csv, arviz), predictions and",
                "log likelihood (arviz)."
            })
    private boolean quick;

    @Override
    public Integer call() {
        options.require();
        Target target = options.target();
        if (chosen() && !logLik && !target.format().holdsGroups()) {
            throw bad((unit.isEmpty() ? "--given-states" : "--unit") + " is about the log likelihood; add --log-lik");
        }
        if (chosen() && quick && target.format().holdsGroups()) {
            throw bad("--quick leaves the log likelihood out, so there is no unit to choose");
        }
        NameList.check(this::spec, "--monitor", monitored);
        StoredRun run = RunArgument.open(spec(), folder);
        PrintWriter err = err();
        options.refusing(() -> write(run, target)).forEach(note -> err.println("note: " + note));
        Draws draws = run.draws();
        err.println("wrote " + draws.chains() + (draws.chains() == 1 ? " chain of " : " chains of ")
                + draws.drawsPerChain() + " draws to " + options.path());
        err.flush();
        return ExitCode.DONE;
    }

    /** Whether the log likelihood is to be another than the usual one. */
    private boolean chosen() {
        return givenStates || !unit.isEmpty();
    }

    private List<String> write(StoredRun run, Target target) {
        try {
            return selected(run.export()).write(target);
        } catch (IllegalArgumentException e) {
            if (logLik || chosen()) {
                throw bad(e.getMessage());
            }
            throw e;
        }
    }

    private Export selected(Export all) {
        Export export = quick ? all.recordedOnly() : all;
        if (logLik || chosen()) {
            export = export.withLogLikelihood(new LogLikelihood.Choice(!givenStates, unit));
        }
        try {
            return monitored.isEmpty() ? export : export.only(monitored);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }
}
