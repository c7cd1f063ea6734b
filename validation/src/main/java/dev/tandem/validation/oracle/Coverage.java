package dev.tandem.validation.oracle;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts what stands in models: distributions, observed or not, functions, operators and kinds of statement. */
public final class Coverage {
    private record Use(int unknown, int observed, int bounded) {
        Use plus(Use other) {
            return new Use(unknown + other.unknown, observed + other.observed, bounded + other.bounded);
        }
    }

    private final Map<String, Use> laws = new LinkedHashMap<>();
    private final Map<String, Integer> functions = new TreeMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int models;

    /** Everything in a model, once each. */
    public void add(ModelCase model) {
        models++;
        Set<String> here = new HashSet<>();
        Set<String> calls = new HashSet<>();
        Map<String, Set<String>> lawsOf = new LinkedHashMap<>();
        Set<String> unknown = new HashSet<>();
        Oracle.of(model.model(), model.data()).unknowns().forEach(u -> unknown.add(u.variable()));
        visit(model, model.model().statements(), 0, unknown, here, calls, lawsOf);
        lawsOf.values().stream().filter(set -> set.size() > 1).forEach(set -> here.add("several laws in one array"));
        for (DataArray array : model.data().values()) {
            if (array.missingCount() > 0 && array.missingCount() < array.size()) {
                here.add("array observed in part");
            }
        }
        here.forEach(kind -> kinds.merge(kind, 1, Integer::sum));
        calls.forEach(name -> functions.merge(name, 1, Integer::sum));
    }

    private void visit(
            ModelCase model,
            List<Statement> statements,
            int depth,
            Set<String> unknown,
            Set<String> here,
            Set<String> calls,
            Map<String, Set<String>> lawsOf) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                here.add(depth == 0 ? "loop" : "loop in a loop");
                if (!(loop.range() instanceof Expression.Binary)) {
                    here.add("loop over given values");
                }
                visit(model, loop.body(), depth + 1, unknown, here, calls, lawsOf);
                continue;
            }
            if (statement instanceof Statement.Stochastic s) {
                String law = s.distribution().canonical();
                String name = s.target().name().text();
                lawsOf.computeIfAbsent(name, key -> new HashSet<>()).add(law);
                boolean given = model.data().containsKey(name);
                laws.merge(
                        law,
                        new Use(
                                unknown.contains(name) || !given ? 1 : 0,
                                given ? 1 : 0,
                                s.truncation().isPresent() ? 1 : 0),
                        Use::plus);
                s.truncation()
                        .ifPresent(t -> here.add(
                                t.lower().isPresent() && t.upper().isPresent() ? "T(a, b)" : "T(a,) or T(,b)"));
            } else if (statement instanceof Statement.Deterministic d) {
                d.link().ifPresent(link -> here.add("link " + link.word()));
                here.add(
                        d.target().indices().stream().anyMatch(i -> i instanceof Index.Range)
                                ? "computed array"
                                : "computed number");
            }
            if (statement instanceof Statement.Stochastic s
                    && s.distribution().canonical().endsWith("sum")) {
                here.add(depth > 1 ? "sum in a loop in a loop" : "sum");
                if (s.distribution().arguments().size() > 2) {
                    here.add("sum of three");
                }
            }
            Rewriting.right((Statement.Relation) statement, e -> {
                note(e, unknown, here, calls);
                return e;
            });
        }
    }

    private static void note(Expression e, Set<String> unknown, Set<String> here, Set<String> calls) {
        if (e instanceof Expression.Call call) {
            calls.add(call.canonical());
        } else if (e instanceof Expression.Binary binary) {
            calls.add(binary.operator().symbol());
        } else if (e instanceof Expression.Unary unary) {
            calls.add("unary " + unary.operator().symbol());
        } else if (e instanceof Expression.Subscripted s) {
            for (Index index : s.indices()) {
                if (index instanceof Index.All) {
                    here.add("empty index");
                } else if (index instanceof Index.Range range) {
                    here.add("range as index");
                    if (!constant(range.from()) || !constant(range.to())) {
                        here.add("part of changing length");
                    }
                } else if (index instanceof Index.Single single && readsUnknown(single.value(), unknown)) {
                    here.add(unknown.contains(s.name().text()) ? "unknown x[unknown z]" : "x[unknown z]");
                }
            }
        }
    }

    private static boolean constant(Expression e) {
        return e instanceof Expression.Literal;
    }

    private static boolean readsUnknown(Expression e, Set<String> unknown) {
        if (e instanceof Expression.Reference reference) {
            return unknown.contains(reference.name().text());
        }
        return e instanceof Expression.Binary binary
                && (readsUnknown(binary.left(), unknown) || readsUnknown(binary.right(), unknown));
    }

    /** The distributions that stood in no model. */
    public List<String> missingDistributions() {
        return Distributions.all().stream()
                .map(Distribution::name)
                .filter(name -> !laws.containsKey(name))
                .toList();
    }

    /** Markdown. */
    String table() {
        StringBuilder text = new StringBuilder("## Distributions\n\n")
                .append("| distribution | unknown | observed | with bounds |\n|---|---:|---:|---:|\n");
        for (Distribution distribution : Distributions.all()) {
            Use use = laws.getOrDefault(distribution.name(), new Use(0, 0, 0));
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %,d | %s |%n",
                    distribution.name(),
                    use.unknown(),
                    use.observed(),
                    distribution.truncatable() ? String.format(Locale.ROOT, "%,d", use.bounded()) : "-"));
        }
        text.append("\n## Statements\n\nOf ")
                .append(models)
                .append(" models, so many have:\n\n| kind | models |\n|---|---:|\n");
        kinds.forEach((kind, count) -> text.append(String.format(Locale.ROOT, "| %s | %,d |%n", kind, count)));
        text.append("\n## Functions and operators\n\n");
        text.append(functions.entrySet().stream()
                        .map(entry -> "`" + entry.getKey() + "` " + entry.getValue())
                        .collect(Collectors.joining(", ")))
                .append(".\n");
        return text.toString();
    }
}
