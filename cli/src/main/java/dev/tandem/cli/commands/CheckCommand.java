package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.OptionGroup;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.description.ModelDescription;
import dev.tandem.language.NameCheck;
import dev.tandem.report.text.Columns;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a model file, and data if given, and says what the model is or what is wrong with it. */
@Command(
        name = "check",
        description = "Read a JAGS/BUGS model file, and its data if given, and say what it is or what is wrong.",
        footer = {
            "",
            "Examples:",
            "  tandem check model.bug",
            "  tandem check model.bug --data data.json --data more.csv",
            "  tandem check model.bug --data data.json --graph model.svg"
        })
public final class CheckCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "the model file")
    private Path modelFile;

    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Write a picture of the model as SVG: its variables, what depends on what, the loops around "
                    + "them, and what becomes of each.")
    private Path graph;

    @Option(names = "--overwrite", description = "Replace a file that --graph already finds.")
    private boolean overwrite;

    @Override
    protected List<OptionGroup> groups() {
        return List.of(files);
    }

    @Override
    public boolean option(String name, String value) {
        return files.option(name, value);
    }

    @Override
    public boolean argument(String value) {
        if (modelFile != null) {
            return false;
        }
        modelFile = Path.of(value);
        return true;
    }

    @Override
    public boolean complete() {
        return modelFile != null;
    }

    @Override
    public Integer call() {
        PrintWriter out = out();
        PrintWriter err = err();
        checkGraph();
        Model model = files.read(modelFile);
        BoundModel bound =
                files.hasData() || NameCheck.needed(model.parsed()).isEmpty() ? files.bind(model, err) : null;
        ModelDescription description = bound == null ? model.describe() : bound.describe(Settings.defaults());
        out.print(table(description));
        if (!description.needed().isEmpty()) {
            out.println();
            out.println("to be given as data: " + String.join(", ", description.needed()));
        }
        if (!description.outlook().isEmpty()) {
            out.println();
            out.print(description.outlook());
        }
        out.flush();
        err.flush();
        if (graph != null) {
            if (bound == null) {
                throw bad("--graph needs the data too: what becomes of a variable depends on them");
            }
            draw(bound.likelyUnder(Settings.defaults()));
        }
        return ExitCode.DONE;
    }

    private void checkGraph() {
        if (graph == null) {
            if (overwrite) {
                throw bad("--overwrite needs --graph");
            }
            return;
        }
        if (Files.exists(graph) && !Files.isRegularFile(graph)) {
            throw bad(graph + " is not an ordinary file, and is left as it is; give another name");
        }
        if (Files.exists(graph) && !overwrite) {
            throw bad(graph + " is there already; --overwrite replaces it");
        }
        if (!Files.isDirectory(graph.toAbsolutePath().getParent())) {
            throw bad("there is no folder " + graph.toAbsolutePath().getParent());
        }
    }

    private void draw(BoundModel bound) {
        try {
            bound.picture().write(graph, modelFile.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the picture cannot be written to " + graph + ": " + e.getMessage(), e);
        }
    }

    private static String table(ModelDescription description) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("line", "node", "", "definition", "is"));
        for (ModelDescription.Relation relation : description.relations()) {
            lines.add(List.of(
                    Integer.toString(relation.line()),
                    relation.node(),
                    relation.arrow(),
                    relation.definition(),
                    relation.is()));
        }
        return Columns.leftAligned(lines);
    }
}
