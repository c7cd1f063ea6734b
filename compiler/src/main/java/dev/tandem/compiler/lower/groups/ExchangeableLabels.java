package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Labels;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds numbers of groups whose order says nothing, as those of the components of a mixture: whatever the density is at some
 * values, it is the same with groups that have changed places.
 *
 * <p>That is read off the rules, so it is certain. Beginning with an unknown {@code z[i] ~ dcat(p[])} it follows who has
 * something for each group ({@link CandidateGroups}): what z is an index of, and what a loop over all groups computes it
 * from. All of these must treat groups alike: each rule by itself ({@link GroupBlindReading}), and all that define a
 * variable together ({@link GroupDefinitions}). That is a loop over all of them, or rules one by one that say the same;
 * data that are equal for all; sums over all. Whatever else is done with a group refuses it.
 */
public final class ExchangeableLabels {
    private ExchangeableLabels() {}

    /**
     * The labels of a program in the making, all of whose unknowns have been found.
     *
     * @param drawn whether the unknowns of a rule are drawn forwards, so that they are no part of the density
     */
    public static List<Labels> find(Draft draft, Predicate<Rule> drawn) {
        Graph graph = draft.graph;
        Set<Rule> needed = needed(graph, drawn);
        List<Labels> found = new ArrayList<>();
        Set<String> done = new HashSet<>();
        for (Rule rule : needed) {
            if (rule.stochastic() && Rules.row(rule).is(Categorical.class) && done.add(rule.targetName())) {
                // Most labels mean something; there may be others.
                alike(graph, needed, rule).ifPresent(labels -> {
                    labels.names().forEach(symbol -> done.add(symbol.name()));
                    if (sampled(draft, labels)) {
                        found.add(labels.noted(note(rule, labels)));
                    }
                });
            }
        }
        for (Labels labels : new SortedUnknowns(graph, needed).find()) {
            // Elements may be of a group that has been found.
            boolean taken = found.stream()
                    .anyMatch(other -> other.axes().keySet().stream().anyMatch(labels.axes()::containsKey));
            if (!taken && sampled(draft, labels)) {
                found.add(labels);
            }
        }
        return found;
    }

    /** The rules that the density is computed from. */
    private static Set<Rule> needed(Graph graph, Predicate<Rule> drawn) {
        Set<Rule> needed = new LinkedHashSet<>();
        Set<String> names = new HashSet<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && rule.instances() > 0 && !drawn.test(rule)) {
                needed.add(rule);
                names.addAll(rule.names());
            }
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Rule rule : graph.rules()) {
                if (!rule.stochastic()
                        && !rule.constant()
                        && rule.instances() > 0
                        && names.contains(rule.targetName())
                        && needed.add(rule)) {
                    names.addAll(rule.names());
                    grows = true;
                }
            }
        }
        return needed;
    }

    /** The groups that an unknown counts, with all that has something for each; nothing if they can be told apart. */
    private static Optional<Labels> alike(Graph graph, Set<Rule> needed, Rule first) {
        try {
            CandidateGroups groups = new CandidateGroups(graph, count(graph, first));
            groups.addLabel(first.targetName());
            follow(graph, needed, groups);
            return Optional.of(groups.labels());
        } catch (GroupsDifferException e) {
            return Optional.empty();
        }
    }

    /** How many groups an unknown with a categorical distribution counts. */
    private static int count(Graph graph, Rule first) {
        Expression probabilities =
                Rules.stochastic(first).distribution().arguments().get(0);
        if (!(probabilities instanceof Expression.Reference reference)) {
            throw new GroupsDifferException();
        }
        int[] dims = graph.symbol(reference.name().text()).dims();
        int whole = -1;
        for (int d = 0; d < dims.length; d++) {
            boolean spans =
                    reference.indices().isEmpty() || !(reference.indices().get(d) instanceof Index.Single);
            if (spans && whole >= 0) {
                throw new GroupsDifferException();
            }
            whole = spans ? d : whole;
        }
        if (whole < 0 || dims[whole] < 2) {
            throw new GroupsDifferException();
        }
        return dims[whole];
    }

    /** Follows who has something for each group until there is nobody new, and checks that all treat groups alike. */
    private static void follow(Graph graph, Set<Rule> needed, CandidateGroups groups) {
        MirroredShares shares = new MirroredShares(graph, needed, groups);
        while (groups.grownSinceLastAsked()) {
            for (Rule rule : needed) {
                new GroupBlindReading(graph, groups, shares, rule).check();
            }
        }
        // Whether single rules say the same is known when it is known what they are about.
        GroupDefinitions definitions = new GroupDefinitions(graph, needed, groups, shares);
        for (String name : groups.variables()) {
            definitions.check(name);
        }
    }

    /** What the user should know of labels. */
    private static String note(Rule rule, Labels labels) {
        List<String> names = labels.unknowns();
        String listed = String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
        return rule.relation().span() + ": the order of the " + labels.size() + " groups that "
                + rule.targetName() + " counts says nothing: " + listed
                + " have the same posterior whatever it is. Each draw has the groups in an order by chance, so that summaries"
                + " of single groups are all the same. Bounds, such as T(mu[1],) for mu[2], tell groups apart";
    }

    /** Whether all that changes is sampled or drawn, element by element. */
    private static boolean sampled(Draft draft, Labels labels) {
        Set<Symbol> changing = new HashSet<>(labels.names());
        changing.addAll(labels.axes().keySet());
        changing.addAll(labels.mirrored().keySet());
        Set<Symbol> fixed = new HashSet<>();
        draft.settled.forEach(settled -> fixed.add(settled.symbol()));
        draft.tied.forEach(tied -> fixed.add(tied.symbol()));
        if (changing.stream().anyMatch(fixed::contains)) {
            return false;
        }
        Map<Symbol, Set<Integer>> places = new HashMap<>();
        draft.freeScalars.forEach(free -> add(places, free.symbol(), free.positions()));
        draft.freeArrays.forEach(free -> add(places, free.symbol(), free.positions()));
        draft.sites.forEach(sites -> add(places, sites.symbol(), sites.positions()));
        int[] order = new int[labels.size()];
        for (Symbol symbol : labels.axes().keySet()) {
            Set<Integer> own = places.getOrDefault(symbol, Set.of());
            for (int shift = 1; shift < order.length && !labels.mirrored().containsKey(symbol); shift++) {
                int by = shift;
                Arrays.setAll(order, i -> (i + by) % order.length);
                if (own.stream().anyMatch(position -> !own.contains(labels.moved(symbol, position, order)))) {
                    return false;
                }
            }
        }
        return labels.mirrored().entrySet().stream()
                .allMatch(one -> places.getOrDefault(one.getKey(), Set.of()).contains(one.getValue()));
    }

    private static void add(Map<Symbol, Set<Integer>> places, Symbol symbol, int[] positions) {
        Set<Integer> own = places.computeIfAbsent(symbol, s -> new HashSet<>());
        for (int position : positions) {
            own.add(position);
        }
    }
}
