package dev.tandem.language;

import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.Spelling;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds names that are used but neither defined in the model nor given as data. */
public final class NameCheck extends ModelWalk {
    private static final Map<String, String> CONSTANTS = Map.of(
            "TRUE", "write 1",
            "FALSE", "write 0",
            "pi", "write 3.141592653589793, or pass it as data",
            "NA", "missing values belong in the data",
            "Inf", "leave the end of T(,) empty, or write a large number",
            "NULL", "there is no such value here");

    private static final int SHOWN_LEVELS = 20;

    private final Model model;
    private final ProblemList problems;
    private final Set<String> allCounters = new HashSet<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final Set<String> reported = new LinkedHashSet<>();
    private Set<String> known = Set.of();

    private NameCheck(Model model) {
        this.model = model;
        this.problems = new ProblemList(model.source());
    }

    /**
     * The names that have no definition, each once, where it is first used. In the data block only data and that block
     * itself define names; in the model block everything does.
     */
    public static List<SourceProblem> check(Model model, Set<String> dataNames) {
        NameCheck check = new NameCheck(model);
        check.run(dataNames);
        return check.problems.sorted();
    }

    /**
     * Refuses a model that uses names without a definition.
     *
     * @throws SourceException with all of them, up to twenty
     */
    public static void refuseUndefined(Model model, Set<String> dataNames) {
        List<SourceProblem> problems = check(model, dataNames);
        if (!problems.isEmpty()) {
            throw new SourceException(problems);
        }
    }

    /** The names that the model uses and does not define: what has to come as data, in the order of use. */
    public static List<String> needed(Model model) {
        NameCheck check = new NameCheck(model);
        check.run(Set.of());
        return check.reported.stream()
                .filter(name -> !check.allCounters.contains(name))
                .toList();
    }

    /**
     * A warning for each variable of the data that the model never mentions, and what the numbers of each stand for that was given in
     * words.
     */
    public static List<SourceProblem> warnings(Model model, DataSet data) {
        Set<String> names = mentioned(model, data.names());
        List<SourceProblem> warnings = new ArrayList<>();
        for (String name : unused(model, data.names())) {
            if (data.places(name)) {
                continue;
            }
            DataSet.Origin origin = data.origin(name);
            warnings.add(new SourceProblem(
                    origin.file(),
                    origin.line(),
                    origin.column(),
                    "the model does not use " + name + Spelling.suggest(name, names),
                    "drop it from the data, or look whether its name is spelt as in the model",
                    ""));
        }
        for (String name : data.names()) {
            List<String> levels = data.levels(name);
            if (!levels.isEmpty() && (names.contains(name) || data.places(name))) {
                DataSet.Origin origin = data.origin(name);
                warnings.add(new SourceProblem(
                        origin.file(),
                        origin.line(),
                        origin.column(),
                        name + " was given in words, and is read as " + numbered(levels)
                                + new IndexedBy(name)
                                        .in(model)
                                        .map(array -> ", so that " + array + "[1] is that of " + levels.get(0))
                                        .orElse(""),
                        "",
                        ""));
            }
        }
        return warnings;
    }

    private static String numbered(List<String> levels) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(levels.size(), SHOWN_LEVELS); i++) {
            text.append(i == 0 ? "" : ", ").append(i + 1).append(" = ").append(levels.get(i));
        }
        return levels.size() > SHOWN_LEVELS ? text + ", .. " + levels.size() + " levels" : text.toString();
    }

    /** The data that the model never mentions, in the order given; they do no harm but are often misspelt. */
    static List<String> unused(Model model, Set<String> dataNames) {
        Set<String> mentioned = mentioned(model, dataNames);
        return dataNames.stream().filter(name -> !mentioned.contains(name)).toList();
    }

    private static Set<String> mentioned(Model model, Set<String> dataNames) {
        NameCheck check = new NameCheck(model);
        check.run(dataNames);
        Set<String> mentioned = new TreeSet<>(check.used);
        collectTargets(model.data(), mentioned);
        collectTargets(model.statements(), mentioned);
        return mentioned;
    }

    private void run(Set<String> dataNames) {
        collectCounters(model.data());
        collectCounters(model.statements());
        Set<String> names = new TreeSet<>(dataNames);
        collectTargets(model.data(), names);
        model.neighbourhoods().forEach(neighbourhood -> {
            names.add(neighbourhood.basis());
            names.add(neighbourhood.scale());
            names.add(neighbourhood.pairs());
        });
        known = names;
        model.declarations().forEach(declaration -> declaration.dimensions().forEach(this::expression));
        statements(model.data());
        collectTargets(model.statements(), names);
        statements(model.statements());
        model.neighbourhoods().forEach(neighbourhood -> neighbourhood.reads().forEach(this::expression));
    }

    private static void collectTargets(List<Statement> statements, Set<String> names) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collectTargets(loop.body(), names);
            } else if (statement instanceof Statement.Relation relation) {
                names.add(relation.target().name().text());
            }
        }
    }

    private void collectCounters(List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                allCounters.add(loop.counter().text());
                collectCounters(loop.body());
            }
        }
    }

    @Override
    void reference(Expression.Reference reference) {
        String name = reference.name().text();
        used.add(name);
        if (known.contains(name) || counters().contains(name) || !reported.add(name)) {
            return;
        }
        String text = Printer.print(reference, model.dialect());
        String shown = text.length() <= 40 ? text : name;
        if (allCounters.contains(name)) {
            problems.add(
                    reference.span(),
                    shown + " is a loop counter used outside its loop",
                    "move the statement into the loop");
            return;
        }
        problems.add(
                reference.span(),
                shown + " is used but never defined" + suggestion(reference),
                hint(name) + counting(name));
    }

    private String suggestion(Expression.Reference reference) {
        String name = reference.name().text();
        // mu[k] for mu.k, and mu for mu.k where the tail was forgotten.
        for (Index index : reference.indices()) {
            if (index instanceof Index.Single single && single.value() instanceof Expression.Name inner) {
                String dotted = name + "." + inner.text();
                if (known.contains(dotted)) {
                    return "; did you mean " + dotted + "?";
                }
            }
        }
        Set<String> candidates = new TreeSet<>(known);
        candidates.addAll(counters());
        return Spelling.suggest(name, candidates);
    }

    /** A name of one letter in a loop is often meant for its counter. */
    private String counting(String name) {
        return name.length() > 1 || counters().isEmpty() || CONSTANTS.containsKey(name)
                ? ""
                : ". The " + (counters().size() == 1 ? "loop here counts" : "loops here count") + " with "
                        + String.join(", ", new TreeSet<>(counters()));
    }

    private static String hint(String name) {
        String constant = CONSTANTS.get(name);
        return constant != null ? constant : "define it with <- or ~, or give it in the data";
    }
}
