package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Storages;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.Expression;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which variables depend on continuous unknowns and which on discrete ones. */
final class Dependence {
    private final Graph graph;
    private final Storages storages;
    private final UnknownElements unknowns;
    private final Ties ties;
    private final LateElements late;

    Dependence(Draft draft, UnknownElements unknowns, Ties ties, LateElements late) {
        this.unknowns = unknowns;
        this.ties = ties;
        this.late = late;
        graph = draft.graph;
        storages = draft.storages;
    }

    /** A variable is active if it depends on a continuous unknown, discrete if on a discrete one. */
    void spread() {
        Set<String> active = new LinkedHashSet<>();
        Set<String> jumping = new LinkedHashSet<>();
        unknowns.rules().stream()
                .filter(rule -> !Rules.observable(rule))
                .forEach(rule -> (Rules.discrete(rule) ? jumping : active).add(rule.targetName()));
        ties.definers().forEach(rule -> (Rules.discrete(rule) ? jumping : active).add(rule.targetName()));
        Map<Rule, Set<String>> targets = new HashMap<>();
        ties.sums()
                .forEach((rule, own) -> own.forEach(tie -> targets.computeIfAbsent(
                                tie.rule(), r -> new LinkedHashSet<>(Set.of(r.targetName())))
                        .add(tie.computed().symbol().name())));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : graph.rules()) {
                if (rule.constant() || unknowns.onlyForward(rule) || late.computesAll(rule)) {
                    continue;
                }
                // Unknowns with bounds that depend on others depend on those too.
                Set<String> names = rule.stochastic() ? boundNames(rule) : rule.names();
                Set<String> own = targets.getOrDefault(rule, Set.of(rule.targetName()));
                for (String name : names) {
                    progress |= active.contains(name) && active.addAll(own);
                    progress |= jumping.contains(name) && jumping.addAll(own);
                }
            }
        }
        for (Symbol symbol : graph.symbols()) {
            if (active.contains(symbol.name()) && !symbol.constant()) {
                storages.of(symbol).activate();
            }
            if (jumping.contains(symbol.name()) && !symbol.constant()) {
                storages.of(symbol).dependOnDiscrete();
            }
        }
    }

    /** The names in the bounds of a rule's unknowns. */
    Set<String> boundNames(Rule rule) {
        Set<String> names = new LinkedHashSet<>();
        if (ties.contains(rule) || unknowns.onlyForward(rule)) {
            return rule.names();
        }
        if (unknowns.has(rule) && Rules.observable(rule)) {
            return rule.names();
        }
        if (!unknowns.has(rule) || Rules.discrete(rule)) {
            return names;
        }
        Rules.stochastic(rule).truncation().ifPresent(t -> {
            t.lower().ifPresent(e -> names.addAll(Names.in(e)));
            t.upper().ifPresent(e -> names.addAll(Names.in(e)));
        });
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        Values values = Rules.row(rule).values();
        values.lower().values().forEach(i -> names.addAll(Names.in(arguments.get(i))));
        values.upper().values().forEach(i -> names.addAll(Names.in(arguments.get(i))));
        return names;
    }
}
