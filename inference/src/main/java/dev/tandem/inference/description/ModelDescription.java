package dev.tandem.inference.description;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Space;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.Node;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import dev.tandem.sampling.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model is, in words: each relation with what becomes of its nodes, and what sampling would deal with.
 *
 * @param relations in the order of the text
 * @param needed what has to be given as data; empty if data were given
 * @param outlook lines about what sampling would deal with; empty without data
 */
public record ModelDescription(List<Relation> relations, List<String> needed, String outlook) {
    /**
     * A relation of the model.
     *
     * @param line where it begins, from 1
     * @param node its left side
     * @param arrow {@code ~} or {@code <-}
     * @param definition its right side
     * @param is what its nodes are: observed, unknown, computed, and of which shape
     */
    public record Relation(int line, String node, String arrow, String definition, String is) {}

    public ModelDescription {
        relations = List.copyOf(relations);
        needed = List.copyOf(needed);
    }

    /** What in a model with its data is legal, but would make the answer another one than was asked for, line by line. */
    public static List<String> doubts(Graph graph) {
        return ModelNotes.doubts(graph);
    }

    /** A model whose data are not known yet. */
    public static ModelDescription of(Model model) {
        return new ModelDescription(relations(model, Optional.empty(), Map.of()), NameCheck.needed(model), "");
    }

    /**
     * A model with its data, as it would be sampled under these settings.
     *
     * @param bound the model with what was chosen to be summed out
     * @param raced the unknowns that could be summed out, if a race decides whether they are
     * @param open whether that race is still to be held
     */
    public static ModelDescription of(ModelView bound, Settings settings, List<String> raced, boolean open) {
        CompiledDensity density = bound.compile();
        String outlook = outlook(density, settings);
        if (open) {
            outlook += "not known yet: whether it pays to sum out "
                    + String.join(", ", raced)
                    + "; short chains with and without the sum will tell when sampling begins\n";
        } else if (!raced.isEmpty() && !bound.summing().isAutomatic()) {
            outlook += "not summed out: "
                    + String.join(", ", raced)
                    + ", because short chains gave more effective draws for their work without the sum\n";
        }
        for (String note : ModelNotes.of(bound.graph())) {
            outlook += "note: " + note + "\n";
        }
        return new ModelDescription(
                relations(bound.graph().model(), Optional.of(bound), fates(density, open)), List.of(), outlook);
    }

    /** What becomes of unknowns that are not sampled as they are, by variable. */
    private static Map<String, String> fates(CompiledDensity density, boolean open) {
        Map<String, String> fates = new HashMap<>();
        density.summedOut()
                .variables()
                .forEach(name -> fates.put(name, open ? ", summed out if that pays" : ", summed out"));
        Map<String, String> parts = density.drawnForwardsInPart();
        density.drawnForwards().forEach(name -> {
            String others = fates.getOrDefault(name, ", sampled").substring(2);
            String part = parts.get(name);
            fates.put(name, part == null ? ", drawn forwards" : ", " + part + " drawn forwards, others " + others);
        });
        density.effects().forEach(effects -> fates.merge(effects.name(), ", centring is tuned", String::concat));
        return fates;
    }

    /** What sampling would deal with. */
    private static String outlook(CompiledDensity density, Settings settings) {
        Space space = density.space();
        StringBuilder text = new StringBuilder();
        text.append(space.dimension()).append(" continuous coordinates, ");
        text.append(space.sites()).append(" discrete sites");
        if (density.settled() > 0) {
            text.append(", ").append(density.settled()).append(" more settled by the data");
        }
        CompiledDensity.SummedOut summed = density.summedOut();
        if (summed.unknowns() > 0) {
            text.append(";\nsummed out: ").append(summed.inWords());
        }
        text.append("; the sampler would be ");
        text.append(
                space.isEmpty()
                        ? "none: every draw is independent of the others"
                        : settings.kernelFor(space).method().label());
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

    private static List<Relation> relations(Model model, Optional<ModelView> bound, Map<String, String> fates) {
        List<Relation> relations = new ArrayList<>();
        collect(model, model.statements(), bound, fates, relations);
        return relations;
    }

    private static void collect(
            Model model,
            List<Statement> statements,
            Optional<ModelView> bound,
            Map<String, String> fates,
            List<Relation> relations) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collect(model, loop.body(), bound, fates, relations);
            } else if (statement instanceof Statement.Relation made && OwnDensities.isOnlyMade(made)) {
                // It stands in the text as another one.
            } else if (statement instanceof Statement.Stochastic relation) {
                relations.add(new Relation(
                        relation.span().line(),
                        text(model, relation.target()),
                        "~",
                        definition(model, relation),
                        status(relation, bound)
                                + fates.getOrDefault(relation.target().name().text(), "")));
            } else if (statement instanceof Statement.Deterministic relation) {
                relations.add(new Relation(
                        relation.span().line(),
                        relation.link()
                                .map(link -> link.word() + "(" + text(model, relation.target()) + ")")
                                .orElseGet(() -> text(model, relation.target())),
                        "<-",
                        text(model, relation.value()),
                        "computed"));
            }
        }
    }

    private static String definition(Model model, Statement.Stochastic relation) {
        String distribution = text(model, relation.distribution());
        if (relation.truncation().isEmpty()) {
            return distribution;
        }
        Truncation truncation = relation.truncation().get();
        // T(dnorm(0, 1), 0, 1) has the distribution inside.
        return truncation.span().start() < relation.distribution().span().start()
                ? text(model, truncation)
                : distribution + " " + text(model, truncation);
    }

    private static String status(Statement.Stochastic relation, Optional<ModelView> bound) {
        String kind = relation.distribution().distribution().discreteValued() ? "discrete" : "continuous";
        if (bound.isEmpty()) {
            return kind;
        }
        String name = relation.target().name().text();
        Symbol symbol = bound.get().graph().symbol(name);
        String shape = symbol.scalar() ? "" : " " + symbol.shape();
        if (!symbol.given() && !symbol.constant()) {
            return kind + " unknown" + shape;
        }
        long missing = Arrays.stream(symbol.values()).filter(Double::isNaN).count();
        return "observed" + shape + (missing == 0 ? "" : ", " + missing + " missing: " + kind + " unknowns");
    }

    /** The source of a node on one line. */
    private static String text(Model model, Node node) {
        String source =
                model.source().text().substring(node.span().start(), node.span().end());
        return source.replaceAll("#[^\\n]*", "").replaceAll("\\s+", " ").strip();
    }
}
