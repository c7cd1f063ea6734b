package dev.tandem.cli;

import dev.tandem.density.Variable;
import dev.tandem.exports.ArvizZarr;
import dev.tandem.exports.DrawSource;
import dev.tandem.exports.Format;
import dev.tandem.inference.BoundModel;
import dev.tandem.runs.StoredRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the draws of a run in the formats of other programs. */
@Command(
        name = "export",
        description = "Write the draws of a run for R, Python, Stan's tools or a spreadsheet.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 90,
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
final class ExportCommand implements Callable<Integer> {
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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        options.require();
        Format format = options.format();
        NameList.check(spec, "--monitor", monitored);
        StoredRun run = RunArgument.open(spec, folder);
        PrintWriter err = spec.commandLine().getErr();
        boolean computed = format == Format.ARVIZ || format == Format.STAN_CSV;
        Optional<BoundModel> model = computed ? run.model() : Optional.empty();
        DrawSource draws = selected(draws(run, model, err));
        List<ArvizZarr.DrawGroup> groups = new ArrayList<>(List.of(new ArvizZarr.DrawGroup("posterior", draws)));
        List<ArvizZarr.DataGroup> data = List.of();
        if (model.isPresent() && format == Format.ARVIZ) {
            data = ModelData.groups(model.get());
            if (!quick) {
                predictions(run, model.get(), err).ifPresent(groups::add);
            }
        }
        options.write(new Exported(draws, groups, data, RunDraws.provenance(run)));
        err.println("wrote " + draws.chains() + (draws.chains() == 1 ? " chain of " : " chains of ")
                + draws.drawsPerChain() + " draws to " + options.path());
        err.flush();
        return ExitCode.DONE;
    }

    private DrawSource draws(StoredRun run, Optional<BoundModel> model, PrintWriter err) {
        if (model.isPresent() && !quick) {
            try {
                return RunDraws.withLogDensity(run, model.get());
            } catch (IllegalArgumentException e) {
                err.println("note: the export has no log density: " + e.getMessage());
            }
        }
        return new RunDraws(run);
    }

    private DrawSource selected(DrawSource draws) {
        if (monitored.isEmpty()) {
            return draws;
        }
        List<String> known = draws.variables().stream().map(Variable::name).toList();
        List<String> selected = new ArrayList<>();
        for (String name : monitored) {
            // The name of an array stands for its elements where these were drawn one by one.
            List<String> found = known.stream()
                    .filter(variable ->
                            variable.equals(name) || BaseName.of(variable).equals(name))
                    .toList();
            if (found.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "the run has no variable " + name + NearMiss.hint(name, known));
            }
            selected.addAll(found);
        }
        return draws.only(selected.stream().distinct().toList());
    }

    private static Optional<ArvizZarr.DrawGroup> predictions(StoredRun run, BoundModel model, PrintWriter err) {
        if (model.observations().variables().isEmpty()) {
            return Optional.empty();
        }
        try {
            DrawSource predictions =
                    new Predictions(model, run.draws(), run.settings().seed(), 1);
            return Optional.of(new ArvizZarr.DrawGroup("posterior_predictive", predictions));
        } catch (IllegalArgumentException e) {
            err.println("note: the export has no predictions: " + e.getMessage());
            return Optional.empty();
        }
    }
}
