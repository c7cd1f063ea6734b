package dev.tandem.cli.options;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import dev.tandem.draws.NearMiss;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of every command that reads a model file: data, dialect, and what to report. */
public final class ModelFiles extends OptionGroup {
    private static final String DIALECT = "jags";
    private static final int MOST_NAMED = 6;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "A data file: R dump, JSON or CSV; may be given several times.")
    private List<Path> dataFiles = new ArrayList<>();

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            defaultValue = DIALECT,
            description = "The reading of the model: jags or openbugs. Default: ${DEFAULT-VALUE}.")
    private String dialectName = DIALECT;

    @Option(
            names = "--monitor",
            paramLabel = "NAME",
            split = NameList.COMMAS,
            splitSynopsisLabel = ",",
            description =
                    "Variables to report, or parts of them such as beta[2] or z[1:5,], separated by commas. Default: all"
                            + " unknowns but arrays of more than "
                            + Monitor.MOST_UNKNOWNS + " elements, and computed nodes of up to " + Monitor.MOST_COMPUTED
                            + ". Convergence is judged by all unknowns, reported or not.")
    private List<String> monitored = new ArrayList<>();

    @Option(
            names = "--sum",
            paramLabel = "WHAT",
            split = ",",
            description =
                    "Discrete unknowns to sum out of the density; they are drawn back for every draw: auto, none,"
                            + " all that can be, or names separated by commas. Default: auto, and none where --sampler is given.")
    private List<String> summed = new ArrayList<>();

    @Override
    public boolean option(String name, String value) {
        return switch (name) {
            case "--data" -> PlainWords.file(value, dataFiles);
            case "--monitor" -> PlainWords.names(value, monitored);
            case "--sum" -> PlainWords.names(value, summed);
            default -> false;
        };
    }

    /** Whether any of these options was given. */
    public boolean given() {
        return Stream.of("--data", "--dialect", "--monitor", "--sum").anyMatch(this::onLine);
    }

    public boolean hasData() {
        return !dataFiles.isEmpty();
    }

    public Dialect dialect() {
        for (Dialect dialect : Dialect.values()) {
            if (dialect.name().toLowerCase(Locale.ROOT).equals(dialectName)) {
                return dialect;
            }
        }
        throw bad("unknown dialect " + dialectName + NearMiss.hint(dialectName, List.of("jags", "openbugs")));
    }

    public Model read(Path modelFile) {
        checkNames("--monitor", monitored);
        checkNames("--sum", summed);
        return Model.read(modelFile, dialect());
    }

    private void checkNames(String option, List<String> names) {
        // Word by word, a list without names is one that was not given.
        if (!(names.isEmpty() && wordByWord())) {
            NameList.check(this::spec, option, names);
        }
    }

    public List<Path> dataFiles() {
        return dataFiles;
    }

    public List<String> monitored() {
        return monitored;
    }

    /** Which unknowns leave the density, as far as it was said. */
    public Summing summing() {
        return summed.isEmpty() ? Summing.automatic() : Summing.of(summed);
    }

    public DataSet data() {
        return dataFiles.isEmpty() ? DataSet.empty() : DataFile.read(dataFiles, dialect());
    }

    /**
     * Says which variables are not reported because they are large, and how to have them reported; to the quiet, only
     * which unknowns.
     */
    public static void tellLeftOut(CompiledDensity density, boolean quiet, PrintWriter err) {
        if (!quiet) {
            tellLeftOut(density, CompiledDensity.LeftOut::computed, "computed arrays", Monitor.MOST_COMPUTED, err);
        }
        tellLeftOut(density, left -> !left.computed(), "arrays of unknowns", Monitor.MOST_UNKNOWNS, err);
    }

    private static void tellLeftOut(
            CompiledDensity density, Predicate<CompiledDensity.LeftOut> which, String kind, int most, PrintWriter err) {
        List<CompiledDensity.LeftOut> some =
                density.leftOut().stream().filter(which).toList();
        if (!some.isEmpty()) {
            err.println("note: not reported, as " + kind + " of more than " + most + " elements: "
                    + some.stream()
                            .limit(MOST_NAMED)
                            .map(left -> left.name() + " (" + left.size() + ")")
                            .collect(Collectors.joining(", "))
                    + (some.size() > MOST_NAMED ? " and " + (some.size() - MOST_NAMED) + " more" : "")
                    + "; --monitor reports what it names");
        }
    }

    /** Says which variables were asked for in vain: draws are of what the data leave open. */
    public void tellNothingToReport(CompiledDensity density, PrintWriter err) {
        List<String> known = monitored.stream()
                .filter(name ->
                        density.space().reported().stream().map(Variable::name).noneMatch(Selection.parse(name)::meets))
                .toList();
        if (!known.isEmpty()) {
            err.println("note: not reported, as the data leave nothing open about "
                    + (known.size() == 1 ? "it: " : "them: ") + String.join(", ", known));
        }
    }

    /** The model with its data; says on {@code err} which data the model does not use. */
    public BoundModel bind(Model model, PrintWriter err) {
        return bind(model, data(), err);
    }

    public BoundModel bind(Model model, DataSet data, PrintWriter err) {
        BoundModel bound = model.with(data);
        for (String name : summing().names()) {
            if (!bound.variables().contains(name)) {
                throw bad("cannot sum out " + name + ": the model has no such variable"
                        + NearMiss.hint(name, bound.variables()));
            }
        }
        bound = bound.summing(summing());
        bound.warnings().forEach(warning -> err.println("warning: " + warning.headline()));
        if (monitored.isEmpty()) {
            return bound;
        }
        List<String> known = bound.variables();
        try {
            for (String name : monitored) {
                String variable = Selection.parse(name).name();
                if (!known.contains(variable) && !name.equals(Monitor.DEVIANCE)) {
                    throw new IllegalArgumentException(
                            variable + ": the model has no such variable" + NearMiss.hint(variable, known));
                }
            }
            return bound.monitoring(monitored.toArray(new String[0]));
        } catch (IllegalArgumentException e) {
            throw bad("cannot monitor " + e.getMessage());
        }
    }
}
