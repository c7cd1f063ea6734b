package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.program.Labels;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds vectors of which the density asks for nothing but their values in order, as cutpoints are written: {@code theta0[k] ~
 * dnorm(0, 0.01)} and {@code theta <- sort(theta0)}. Which element has which value then says nothing.
 */
final class SortedUnknowns {
    private final Graph graph;
    private final Set<Rule> needed;

    /** @param needed the rules that the density is computed from */
    SortedUnknowns(Graph graph, Set<Rule> needed) {
        this.graph = graph;
        this.needed = needed;
    }

    List<Labels> find() {
        List<Labels> found = new ArrayList<>();
        for (Symbol symbol : graph.symbols()) {
            if (symbol.dims().length == 1
                    && symbol.size() > 1
                    && !symbol.constant()
                    && alike(symbol)
                    && onlySorted(symbol.name())) {
                found.add(new Labels(symbol.size(), List.of(), Map.of(symbol, List.of(0)), Map.of(), note(symbol)));
            }
        }
        return found;
    }

    /** Whether one loop gives all elements, which are unknown, the same distribution. */
    private boolean alike(Symbol symbol) {
        List<Rule> rules = graph.rules().stream()
                .filter(rule -> rule.targetName().equals(symbol.name()) && rule.instances() > 0)
                .toList();
        if (rules.size() != 1 || !needed.contains(rules.get(0)) || !rules.get(0).stochastic()) {
            return false;
        }
        Rule rule = rules.get(0);
        boolean unknown = true;
        for (int i = 0; i < symbol.size(); i++) {
            unknown &= !symbol.known(i);
        }
        if (!unknown
                || Rules.discrete(rule)
                || Rules.observable(rule)
                || rule.loops().size() != 1
                || rule.instances() != symbol.size()) {
            return false;
        }
        String counter = rule.loops().get(0).counter().text();
        Statement.Stochastic relation = Rules.stochastic(rule);
        Stream<Expression> bounds = relation.truncation().stream()
                .flatMap(truncation ->
                        Stream.of(truncation.lower(), truncation.upper()).flatMap(Optional::stream));
        return Stream.concat(relation.distribution().arguments().stream(), bounds)
                .noneMatch(expression -> Names.in(expression).contains(counter));
    }

    private boolean onlySorted(String name) {
        long reads = 0;
        long sorted = 0;
        for (Rule rule : needed) {
            reads += rule.reads().stream()
                    .filter(read -> read.name().text().equals(name))
                    .count();
            if (rule.relation() instanceof Statement.Deterministic computed) {
                sorted += sorted(computed.value(), name);
            } else {
                for (Expression argument : Rules.stochastic(rule).distribution().arguments()) {
                    sorted += sorted(argument, name);
                }
            }
        }
        return sorted > 0 && sorted == reads;
    }

    /** How often all elements of a vector are put in order in an expression. */
    private long sorted(Expression expression, String name) {
        if (expression instanceof Expression.Unary unary) {
            return sorted(unary.operand(), name);
        }
        if (expression instanceof Expression.Binary binary) {
            return sorted(binary.left(), name) + sorted(binary.right(), name);
        }
        if (expression instanceof Expression.Call call) {
            boolean all = Functions.canonical("sort").equals(call.canonical())
                    && call.arguments().get(0) instanceof Expression.Reference reference
                    && reference.name().text().equals(name)
                    && whole(reference);
            return all
                    ? 1
                    : call.arguments().stream()
                            .mapToLong(argument -> sorted(argument, name))
                            .sum();
        }
        return 0;
    }

    private boolean whole(Expression.Reference reference) {
        if (reference.indices().isEmpty() || reference.indices().get(0) instanceof Index.All) {
            return true;
        }
        // A range that is known by what it is written as alone.
        return reference.indices().get(0) instanceof Index.Range range
                && Names.in(range.from()).isEmpty()
                && Names.in(range.to()).stream()
                        .allMatch(name -> graph.symbols().stream()
                                .anyMatch(symbol -> symbol.name().equals(name) && symbol.constant()))
                && graph.positions(reference, graph.outside()).length
                        == graph.symbol(reference.name().text()).size();
    }

    private String note(Symbol symbol) {
        Rule rule = graph.rules().stream()
                .filter(each -> each.targetName().equals(symbol.name()) && each.instances() > 0)
                .findFirst()
                .orElseThrow();
        return rule.relation().span() + ": only the values of " + symbol.name()
                + " in order are asked for: which of its " + symbol.size()
                + " elements has which value says nothing. Each draw has them in an order by chance, so that summaries of single"
                + " elements are all the same; look at what sort() gives";
    }
}
