package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.screen.Columns;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Space;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.Node;
import dev.tandem.language.Statement;
import dev.tandem.sampling.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reads a model file, and data if given, and says what the model is or what is wrong with it. */
@Command(
        name = "check",
        description = "Read a JAGS/BUGS model file, and its data if given, and say what it is or what is wrong.",
        footer = {
            "",
            "Examples:",
            "  tandem check model.bug",
            "  tandem check model.bug --data data.json --data more.csv"
        })
public final class CheckCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "the model file")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Override
    public Integer call() {
        PrintWriter out = out();
        PrintWriter err = err();
        Model model = files.read(modelFile);
        if (files.hasData() || NameCheck.needed(model.parsed()).isEmpty()) {
            BoundModel bound = files.bind(model, err);
            CompiledDensity density = bound.compile();
            out.print(describe(model.parsed(), Optional.of(bound), fates(density)));
            out.print(outlook(density));
        } else {
            out.print(describe(model.parsed(), Optional.empty(), Map.of()));
        }
        out.flush();
        err.flush();
        return ExitCode.DONE;
    }

    /** What becomes of unknowns that are not sampled, by variable. */
    private static Map<String, String> fates(CompiledDensity density) {
        Map<String, String> fates = new HashMap<>();
        density.summedOut().variables().forEach(name -> fates.put(name, ", summed out"));
        density.drawnForwards().forEach(name -> fates.put(name, ", drawn forwards"));
        return fates;
    }

    /** What sampling would deal with. */
    private static String outlook(CompiledDensity density) {
        Space space = density.space();
        StringBuilder text = new StringBuilder("\n");
        text.append(space.dimension()).append(" continuous coordinates, ");
        text.append(space.sites()).append(" discrete sites");
        if (density.settled() > 0) {
            text.append(", ").append(density.settled()).append(" more settled by the data");
        }
        CompiledDensity.SummedOut summed = density.summedOut();
        if (summed.unknowns() > 0) {
            text.append(";\nsummed out: ").append(summed.unknowns()).append(" of ");
            text.append(String.join(", ", summed.variables()));
            text.append(", in ").append(summed.components());
            text.append(
                    summed.largest() == 1
                            ? summed.components() == 1 ? " sum" : " sums of one"
                            : (summed.components() == 1 ? " component of " : " components of at most ")
                                    + summed.largest());
            text.append(summed.distinct() < summed.components() ? ", " + summed.distinct() + " distinct" : "");
        }
        text.append("; the sampler would be ");
        text.append(
                space.isEmpty()
                        ? "none: every draw is independent of the others"
                        : Settings.defaults().kernelFor(space).method().label());
        text.append('\n');
        density.notSummed()
                .forEach((name, reason) -> text.append("not summed out: ")
                        .append(name)
                        .append(", because ")
                        .append(reason)
                        .append('\n'));
        density.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static String describe(
            dev.tandem.language.Model model, Optional<BoundModel> bound, Map<String, String> fates) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("line", "node", "", "definition", "is"));
        collect(model, model.statements(), bound, fates, lines);
        StringBuilder text = new StringBuilder(Columns.leftAligned(lines));
        List<String> needed = NameCheck.needed(model);
        if (bound.isEmpty() && !needed.isEmpty()) {
            text.append("\nto be given as data: ")
                    .append(String.join(", ", needed))
                    .append('\n');
        }
        return text.toString();
    }

    private static void collect(
            dev.tandem.language.Model model,
            List<Statement> statements,
            Optional<BoundModel> bound,
            Map<String, String> fates,
            List<List<String>> lines) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collect(model, loop.body(), bound, fates, lines);
            } else if (statement instanceof Statement.Stochastic relation) {
                lines.add(List.of(
                        Integer.toString(relation.span().line()),
                        text(model, relation.target()),
                        "~",
                        text(model, relation.distribution())
                                + relation.truncation()
                                        .map(truncation -> " " + text(model, truncation))
                                        .orElse(""),
                        status(relation, bound)
                                + fates.getOrDefault(relation.target().name().text(), "")));
            } else if (statement instanceof Statement.Deterministic relation) {
                lines.add(List.of(
                        Integer.toString(relation.span().line()),
                        relation.link()
                                .map(link -> link.word() + "(" + text(model, relation.target()) + ")")
                                .orElseGet(() -> text(model, relation.target())),
                        "<-",
                        text(model, relation.value()),
                        "computed"));
            }
        }
    }

    private static String status(Statement.Stochastic relation, Optional<BoundModel> bound) {
        String kind = relation.distribution().distribution().discreteValued() ? "discrete" : "continuous";
        if (bound.isEmpty()) {
            return kind;
        }
        String name = relation.target().name().text();
        Symbol symbol = bound.get().graph().symbol(name);
        String shape = symbol.scalar() ? "" : " " + symbol.shape();
        if (!symbol.given()) {
            return kind + " unknown" + shape;
        }
        long missing = Arrays.stream(
                        bound.get().graph().data().find(name).orElseThrow().toArray())
                .filter(Double::isNaN)
                .count();
        return "observed" + shape + (missing == 0 ? "" : ", " + missing + " missing: " + kind + " unknowns");
    }

    /** The source of a node on one line. */
    private static String text(dev.tandem.language.Model model, Node node) {
        String source =
                model.source().text().substring(node.span().start(), node.span().end());
        return source.replaceAll("#[^\\n]*", "").replaceAll("\\s+", " ").strip();
    }
}
