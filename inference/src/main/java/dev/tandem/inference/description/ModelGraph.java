package dev.tandem.inference.description;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Node;
import dev.tandem.language.syntax.Statement;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.graph.ModelPicture.Fate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the picture of a model that is bound to its data: what depends on what, in which loops, and what becomes of it. */
public final class ModelGraph {
    private static final String PART = "part of ";

    /** What is computed for an unknown beside its statements: its transform, its Jacobian, its coordinates. */
    private static final Pattern MADE_FOR = Pattern.compile("(?:^the unknown | of )(\\S+)(?: are chosen)?$");

    private final Graph graph;
    private final CompiledDensity density;
    private final Map<String, List<Rule>> rules = new LinkedHashMap<>();
    private final Map<String, List<String>> plates = new HashMap<>();
    private final Map<String, String> statements = new HashMap<>();

    private ModelGraph(ModelView model) {
        graph = model.graph();
        density = model.compile();
        for (Rule rule : graph.rules()) {
            String name = OwnDensities.nodeOf(rule.targetName());
            rules.computeIfAbsent(name, none -> new ArrayList<>()).add(rule);
            statements.put(graph.text(rule), name);
        }
    }

    /** The picture of a model with its data. */
    public static ModelPicture of(ModelView model) {
        return new ModelGraph(model).picture();
    }

    private ModelPicture picture() {
        Set<ModelPicture.Arrow> arrows = new LinkedHashSet<>();
        Map<String, List<String>> readers = new LinkedHashMap<>();
        rules.forEach((name, defining) -> {
            plates.put(name, deepest(defining));
            for (Rule rule : defining) {
                for (String read : rule.names()) {
                    String from = OwnDensities.nodeOf(read);
                    boolean own =
                            from.equals(name) && (OwnDensities.isMade(rule.targetName()) || OwnDensities.isMade(read));
                    if (!own && shown(from)) {
                        arrows.add(new ModelPicture.Arrow(from, name));
                        readers.computeIfAbsent(from, none -> new ArrayList<>()).add(name);
                    }
                }
            }
        });
        List<ModelPicture.ModelVariable> variables = new ArrayList<>();
        // What is only given stands in the innermost loop that holds all that read it.
        readers.forEach((name, reading) -> {
            if (!rules.containsKey(name)) {
                List<String> around = reading.stream()
                        .map(plates::get)
                        .reduce(ModelGraph::common)
                        .orElseThrow();
                boolean whole = graph.symbol(name).scalar();
                variables.add(new ModelPicture.ModelVariable(
                        name, Fate.DATA, "", List.of(), List.of(), whole ? List.of() : around));
            }
        });
        Map<String, Double> work = density.workByVariable(this::variableOf);
        double all = work.values().stream().mapToDouble(Double::doubleValue).sum();
        rules.forEach((name, defining) -> variables.add(new ModelPicture.ModelVariable(
                name,
                fate(name, defining),
                law(defining),
                written(defining).map(rule -> text(rule.relation())).toList(),
                written(defining).map(rule -> rule.relation().span().line()).toList(),
                plates.get(name),
                all > 0 ? Math.min(1, work.getOrDefault(name, 0.0) / all) : 0)));
        return new ModelPicture(variables, List.copyOf(arrows));
    }

    /** The variable that a step belongs to, from the words that stand beside it in generated code. */
    private Optional<String> variableOf(String words) {
        String statement = words.startsWith(PART) ? words.substring(PART.length()) : words;
        Optional<String> defined = statements.keySet().stream()
                .filter(statement::startsWith)
                .max(Comparator.comparingInt(String::length))
                .map(statements::get);
        if (defined.isPresent()) {
            return defined;
        }
        Matcher made = MADE_FOR.matcher(statement);
        return made.find()
                ? Optional.of(OwnDensities.nodeOf(made.group(1))).filter(rules::containsKey)
                : Optional.empty();
    }

    /** Without what was made for densities of the text. */
    private static Stream<Rule> written(List<Rule> defining) {
        return defining.stream().filter(rule -> !OwnDensities.isOnlyMade(rule.relation()));
    }

    /** Single numbers that are given, such as the number of sites, would be arrows to everything. */
    private boolean shown(String name) {
        return rules.containsKey(name) || !graph.symbol(name).scalar();
    }

    private List<String> deepest(List<Rule> defining) {
        List<String> found = List.of();
        for (Rule rule : defining) {
            List<String> loops = rule.loops().stream()
                    .map(loop -> loop.counter().text() + " in " + text(loop.range()))
                    .toList();
            found = loops.size() > found.size() ? loops : found;
        }
        return found;
    }

    private static List<String> common(List<String> one, List<String> other) {
        int length = 0;
        while (length < Math.min(one.size(), other.size()) && one.get(length).equals(other.get(length))) {
            length++;
        }
        return one.subList(0, length);
    }

    private String law(List<Rule> defining) {
        return written(defining)
                .map(Rule::relation)
                .filter(Statement.Stochastic.class::isInstance)
                .map(relation -> {
                    DistributionCall call = ((Statement.Stochastic) relation).distribution();
                    return OwnDensities.isMade(relation.target().name().text())
                            ? text(call).replaceAll("\\(.*", "").strip()
                            : call.written();
                })
                .findFirst()
                .orElse("");
    }

    private Fate fate(String name, List<Rule> defining) {
        if (defining.stream().noneMatch(Rule::stochastic)) {
            return Fate.COMPUTED;
        }
        boolean own = defining.stream().anyMatch(rule -> rule.targetName().equals(name));
        if (!own || graph.symbol(name).given()) {
            return Fate.DATA;
        }
        if (density.summedOut().variables().contains(name)) {
            return Fate.SUMMED_OUT;
        }
        if (density.drawnForwards().contains(name)
                && !density.drawnForwardsInPart().containsKey(name)) {
            return Fate.FORWARD;
        }
        return settled(name) ? Fate.SETTLED : Fate.SAMPLED;
    }

    /** Whether the data leave one value to each element of a variable that is reported. */
    private boolean settled(String name) {
        Roles roles = density.space().roles();
        int element = 0;
        for (Variable variable : density.space().reported()) {
            if (variable.name().equals(name) && variable.size() > 0) {
                int first = element;
                return roles.settled().get(first, first + variable.size()).cardinality() == variable.size();
            }
            element += variable.size();
        }
        return false;
    }

    /** The source of a node on one line. */
    private String text(Node node) {
        String source = graph.model()
                .source()
                .text()
                .substring(node.span().start(), node.span().end());
        return source.lines()
                .map(line -> line.replaceAll("#.*", ""))
                .collect(Collectors.joining(" "))
                .replaceAll("\\s+", " ")
                .strip();
    }
}
