package dev.tandem.cli.sample;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.MixedDensity;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Starts;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.StoredModel;
import dev.tandem.sampling.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds what is to be sampled: in a model file, among the built-in densities, or in the folder of an earlier run. */
final class Subjects {
    private final Subcommand command;
    private final ModelFiles files;
    private final PrintWriter err;

    Subjects(Subcommand command, ModelFiles files, PrintWriter err) {
        this.command = command;
        this.files = files;
        this.err = err;
    }

    /**
     * Reads a model file and compiles it.
     *
     * @param initFiles start values: none, one for all chains, or one for each
     * @param kept whether the run goes to a folder, which keeps the digests of files
     */
    Subject read(Path modelFile, List<Path> initFiles, Settings settings, boolean quiet, boolean kept) {
        long before = System.nanoTime();
        Model model = files.read(modelFile);
        DataSet data = files.data();
        BoundModel bound = files.bind(model, data, err).under(settings);
        CompiledDensity density = bound.compile();
        bound.doubts().forEach(note -> err.println("note: " + modelFile + ":" + note));
        density.notes().forEach(note -> err.println("note: " + modelFile + ":" + note));
        ModelFiles.tellLeftOut(density, quiet, err);
        files.tellNothingToReport(density, err);
        if (density.space().isEmpty()
                && density.summedOut().unknowns() == 0
                && density.drawnForwards().isEmpty()) {
            if (density.space().reportedSize() == 0) {
                throw command.bad(modelFile + " has no unknowns: every node is given or computed from data");
            }
            err.println(
                    "note: nothing is unknown here: every node is given or computed from data, and all draws are the same");
        }
        double seconds = (System.nanoTime() - before) * 1e-9;
        return new Subject(
                modelFile.toString(),
                density,
                started(bound, initFiles, settings),
                Optional.of(bound),
                Optional.of(new RunFolder.Source(model.parsed().source().text(), data)),
                Optional.of(files.dialect()),
                files.monitored(),
                bound.summing(),
                kept
                        ? new Inputs()
                                .add("model", List.of(modelFile))
                                .add("data", files.dataFiles())
                                .add("init", initFiles)
                                .list()
                        : List.of(),
                seconds);
    }

    private Settings started(BoundModel model, List<Path> initFiles, Settings settings) {
        if (initFiles.isEmpty()) {
            return settings;
        }
        if (initFiles.size() > 1 && initFiles.size() != settings.chains()) {
            throw command.bad(initFiles.size() + " files of start values for " + settings.chains()
                    + " chains: give one for all, or one for each");
        }
        DataSet[] values = initFiles.stream()
                .map(file -> DataFile.read(List.of(file), files.dialect()))
                .toArray(DataSet[]::new);
        Starts starts = model.starts(settings, values);
        starts.notes().forEach(note -> err.println("note: " + note));
        return settings.withStarts(starts.points());
    }

    /** One of the densities that are built in. */
    static Subject builtIn(String name, Settings settings) {
        MixedDensity density = Example.find(name).orElseThrow().model().get();
        return new Subject(
                name,
                density,
                settings,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Summing.none(),
                List.of(),
                0);
    }

    /** What an earlier run sampled, from its folder alone. */
    Subject stored(StoredModel stored, Settings settings) {
        RunDescription description = stored.description();
        RunArgument.warnIfUnsealed(stored.folder(), description, err);
        if (!description.sameProgram()) {
            err.println("warning: the run in " + stored.folder() + " was made by tandem " + description.version()
                    + ", Java " + description.java() + "; this program may draw other numbers");
        }
        Optional<BoundModel> model = stored.bound();
        if (model.isEmpty()) {
            if (Example.find(description.model()).isEmpty()) {
                throw command.bad("the run in " + stored.folder() + " is of a density written in Java ("
                        + description.model() + "), which only its own program can sample");
            }
            return builtIn(description.model(), settings);
        }
        return new Subject(
                description.model(),
                model.get().compile(),
                settings,
                model,
                Optional.of(new RunFolder.Source(
                        stored.text().orElseThrow(), stored.data().orElseThrow())),
                description.dialect(),
                description.monitored(),
                description.summing(),
                description.inputs(),
                description.compileSeconds());
    }
}
