package dev.tandem.cli;

import dev.tandem.language.DataArray;
import dev.tandem.language.DataFile;
import dev.tandem.language.DataSet;
import dev.tandem.language.Dialect;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.Node;
import dev.tandem.language.SourceException;
import dev.tandem.language.SourceProblem;
import dev.tandem.language.Statement;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads a model file, and data if given, and says what the model is or what is wrong with it. */
@Command(
        name = "check",
        description = "Read a JAGS/BUGS model file, and its data if given, and say what it is or what is wrong.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  tandem check model.bug",
            "  tandem check model.bug --data data.json --data more.csv",
            "",
            "Sampling a model file is not there yet: tandem sample --example gmm runs a built-in one."
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "the model file")
    private Path modelFile;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "a data file: R dump, JSON or CSV; may be given several times")
    private List<Path> dataFiles = new ArrayList<>();

    @Option(names = "--dialect", paramLabel = "NAME", description = "jags (the default) or openbugs")
    private String dialectName = "jags";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            Dialect dialect = dialect();
            Model model = Model.read(modelFile, dialect);
            DataSet data = dataFiles.isEmpty() ? DataSet.empty() : DataFile.read(dataFiles, dialect);
            if (!dataFiles.isEmpty()) {
                List<SourceProblem> problems = NameCheck.check(model, data.names());
                if (!problems.isEmpty()) {
                    throw new SourceException(problems);
                }
                NameCheck.unused(model, data.names())
                        .forEach(name -> err.println("warning: " + data.origin(name) + ": the model has no " + name));
            }
            out.print(describe(model, data));
            return ExitCode.DONE;
        } catch (SourceException e) {
            e.problems().forEach(problem -> err.println(problem.render()));
            return ExitCode.BAD_USAGE;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private Dialect dialect() {
        for (Dialect dialect : Dialect.values()) {
            if (dialect.name().toLowerCase(Locale.ROOT).equals(dialectName)) {
                return dialect;
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "unknown dialect " + dialectName + NearMiss.hint(dialectName, List.of("jags", "openbugs")));
    }

    private String describe(Model model, DataSet data) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("line", "node", "", "definition", "is"));
        collect(model, model.statements(), data, lines);
        StringBuilder text = new StringBuilder(Columns.leftAligned(lines));
        List<String> needed = NameCheck.needed(model);
        if (dataFiles.isEmpty() && !needed.isEmpty()) {
            text.append("\nto be given as data: ")
                    .append(String.join(", ", needed))
                    .append('\n');
        }
        return text.toString();
    }

    private void collect(Model model, List<Statement> statements, DataSet data, List<List<String>> lines) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collect(model, loop.body(), data, lines);
            } else if (statement instanceof Statement.Stochastic relation) {
                lines.add(List.of(
                        Integer.toString(relation.span().line()),
                        text(model, relation.target()),
                        "~",
                        text(model, relation.distribution()),
                        status(relation, data)));
            } else if (statement instanceof Statement.Deterministic relation) {
                lines.add(List.of(
                        Integer.toString(relation.span().line()),
                        text(model, relation.target()),
                        "<-",
                        text(model, relation.value()),
                        "computed"));
            }
        }
    }

    private String status(Statement.Stochastic relation, DataSet data) {
        String kind = relation.distribution().distribution().discreteValued() ? "discrete" : "continuous";
        String name = relation.target().name().text();
        DataArray given = data.find(name).orElse(null);
        if (given == null) {
            return kind + (dataFiles.isEmpty() ? "" : " unknown");
        }
        int missing = given.missingCount();
        return "observed, " + name + " has " + given.size() + (given.size() == 1 ? " value" : " values")
                + (missing == 0 ? "" : ", " + missing + " missing: " + kind + " unknowns");
    }

    /** The source of a node on one line. */
    private static String text(Model model, Node node) {
        String source =
                model.source().text().substring(node.span().start(), node.span().end());
        return source.replaceAll("#[^\\n]*", "").replaceAll("\\s+", " ").strip();
    }
}
