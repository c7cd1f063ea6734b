package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.ChainProgram;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the variables whose elements may be states of chains, makes sites of them, and adds quantiles of their
 * distributions. A variable may be one if it depends on elements of its own, as in {@code x[t] ~ dnorm(x[t-1], tau)}, or
 * if such a variable depends on it.
 */
final class ChainDraws {
    private final Draft draft;
    private final Graph graph;
    private final UnknownElements unknowns;
    private final Forward forward;
    private final Contexts contexts;
    private final Factors factors;

    ChainDraws(Draft draft, UnknownElements unknowns, Forward forward, Contexts contexts, Factors factors) {
        this.draft = draft;
        this.unknowns = unknowns;
        this.forward = forward;
        this.contexts = contexts;
        this.factors = factors;
        graph = draft.graph;
    }

    /** The program of the draft, once all else is done. */
    ChainProgram finish() {
        Set<String> recursive = recursive();
        if (recursive.isEmpty()) {
            return ChainProgram.none("no unknown of this model depends on an earlier element of its own variable");
        }
        Set<String> states = new LinkedHashSet<>();
        for (String name : recursive) {
            if (drawable(name)) {
                states.add(name);
            }
        }
        if (states.isEmpty()) {
            return ChainProgram.none("values of " + String.join(", ", recursive)
                    + " cannot be drawn one by one from its distribution given earlier ones");
        }
        states.addAll(feeding(states));
        Storage uniform = draft.storages.variable("uniform", 1);
        List<ChainProgram.Draw> draws = new ArrayList<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && unknowns.has(rule) && states.contains(rule.targetName())) {
                draw(rule, uniform).ifPresent(draws::add);
            }
        }
        makeSites(states);
        draft.freeArrays.clear();
        return new ChainProgram(Optional.of(draft.finish()), Optional.of(uniform), draws, recursive, "");
    }

    /** The variables with unknowns that depend on others of the same variable, directly or by way of others. */
    private Set<String> recursive() {
        Set<String> found = new LinkedHashSet<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic()
                    && unknowns.has(rule)
                    && depended(rule.targetName()).contains(rule.targetName())) {
                found.add(rule.targetName());
            }
        }
        return found;
    }

    /** All variables that one depends on, itself only if it does. */
    private Set<String> depended(String name) {
        Set<String> all = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.remove(open.size() - 1);
            for (Rule rule : graph.rules()) {
                if (rule.targetName().equals(next) && !(rule.constant() && !rule.stochastic())) {
                    for (String read : rule.names()) {
                        if (all.add(read)) {
                            open.add(read);
                        }
                    }
                }
            }
        }
        return all;
    }

    /** Whether there is code for values of all unknowns of a variable. */
    private boolean drawable(String name) {
        return graph.rules().stream()
                .filter(rule -> rule.stochastic() && unknowns.has(rule))
                .filter(rule -> rule.targetName().equals(name))
                .allMatch(rule -> Forward.drawable(rule, unknowns));
    }

    /** Variables of several unknowns that the distributions of states read, perhaps by way of computed nodes. */
    private Set<String> feeding(Set<String> states) {
        Set<String> read = new LinkedHashSet<>();
        List<String> open = new ArrayList<>();
        graph.rules().stream()
                .filter(rule -> rule.stochastic() && states.contains(rule.targetName()))
                .forEach(rule -> open.addAll(rule.names()));
        while (!open.isEmpty()) {
            String next = open.remove(open.size() - 1);
            if (read.add(next)) {
                graph.rules().stream()
                        .filter(rule -> !rule.stochastic() && rule.targetName().equals(next))
                        .forEach(rule -> open.addAll(rule.names()));
            }
        }
        read.removeIf(name -> states.contains(name) || count(name) < 2 || !drawable(name));
        return read;
    }

    private long count(String name) {
        return graph.rules().stream()
                .filter(rule -> rule.stochastic() && unknowns.has(rule))
                .filter(rule -> rule.targetName().equals(name))
                .mapToLong(rule -> unknowns.of(rule).positions.size())
                .sum();
    }

    /** The quantiles of a rule, as a step among the factors; none where its arguments take steps of their own. */
    private Optional<ChainProgram.Draw> draw(Rule rule, Storage uniform) {
        int law = -1;
        for (int k = 0; k < draft.factors.size(); k++) {
            if (factors.rules().get(draft.factors.get(k)) == rule) {
                law = k;
            }
        }
        Contexts.Context context = contexts.listed(rule, unknowns.of(rule).counters);
        Terms terms = draft.terms;
        Symbol symbol = graph.symbol(rule.targetName());
        Term position = context.place();
        Term u = terms.real(terms.read(uniform, terms.whole(0)));
        Term quantile = terms.real(forward.quantile(rule, context, u, position));
        if (law < 0 || !context.steps.isEmpty()) {
            return Optional.empty();
        }
        // No random number is above 1: this only says that the quantile belongs to the unknown.
        Term own = terms.real(terms.read(draft.storages.of(symbol), position));
        Term value = terms.choice(">", u, terms.number(2), own, quantile);
        draft.factors.add(new Step.Factor(context.nest, value, Rules.text(graph, rule) + ", a quantile"));
        return Optional.of(new ChainProgram.Draw(
                symbol,
                draft.factors.size() - 1,
                law,
                unknowns.of(rule).positions.flat()));
    }

    /** Makes sites of the unknowns that may be states; all others are given. */
    private void makeSites(Set<String> states) {
        List<Program.Sites> made = new ArrayList<>();
        Space.Builder space = Space.builder();
        int next = 0;
        List<Program.Sites> found = new ArrayList<>(draft.sites);
        draft.freeScalars.forEach(free ->
                found.add(new Program.Sites(free.symbol(), free.storage(), 0, free.positions(), free.places())));
        for (Program.Sites sites : found) {
            if (states.contains(sites.symbol().name())) {
                made.add(
                        new Program.Sites(sites.symbol(), sites.storage(), next, sites.positions(), sites.positions()));
                Support[] supports = new Support[sites.positions().length];
                Arrays.fill(supports, new Support(Support.UNBOUNDED_BELOW, Support.UNBOUNDED_ABOVE));
                space.site("state" + made.size(), supports, supports.length);
                next += supports.length;
            }
        }
        draft.sites.clear();
        draft.sites.addAll(made);
        draft.space = space.build();
    }
}
