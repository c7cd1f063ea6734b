package dev.tandem.compiler.lower.ties;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Finds which unknowns observed sums determine. No single unknown can move while {@code y ~ dsum(a, b)} holds, so one
 * unknown summand is computed from the others; its prior stays a factor.
 *
 * <p>It is a summand that no other sum needs, if there is one: that sum is then computed after the others, which are left
 * with fewer summands in common. Of several it is the last real one among those with the fewest ends: what is computed may
 * come to lie beyond an end, which is impossible, while what is free never does. A whole number can make up for reals only
 * where these are computed themselves.
 */
public final class TiedSums {
    /**
     * One element that a sum determines.
     *
     * @param rule the rule of the sum
     * @param sum the observed variable and where the sum stands in it
     * @param summands all summands in order
     * @param dependent which of them is computed
     * @param level how many other ties have to be computed before, one after the other
     */
    public record Tie(Rule rule, Place sum, List<Place> summands, int dependent, int level) {
        public Tie {
            summands = List.copyOf(summands);
        }

        public Place computed() {
            return summands.get(dependent);
        }

        /** What it is computed from. */
        List<Place> others() {
            List<Place> others = new ArrayList<>(summands);
            others.remove(dependent);
            return others;
        }

        /** Ties of one kind are computed by one loop. */
        List<Object> kind() {
            List<Object> kind = new ArrayList<>(List.of(sum.symbol(), dependent));
            summands.forEach(summand -> kind.add(summand.symbol()));
            return kind;
        }
    }

    /** An element of a variable. */
    public record Place(Symbol symbol, int position) {
        @Override
        public String toString() {
            return symbol.element(position);
        }
    }

    /** What the unknowns are that a sum may determine. */
    interface Unknowns {
        /** Whether an element is a single unknown number. */
        boolean unknown(Place place);

        /** Whether an unknown takes whole numbers only. */
        boolean whole(Place place);
    }

    /** An observed sum. */
    private record Sum(Rule rule, Place place, List<Place> summands) {}

    /** How good it is to let a sum determine one of its summands now. */
    private enum Rank {
        GOOD,
        /** A whole number would make up for reals, which other sums may determine yet. */
        LAST_RESORT,
        NONE
    }

    private record Offer(Rank rank, int sum) {}

    /** More than any number of ends. */
    private static final int WHOLE = 3;

    private final Graph graph;
    private final Unknowns unknowns;
    private final List<Sum> open = new ArrayList<>();
    private final Map<Place, Integer> uses = new HashMap<>();
    private final Map<Place, List<Integer>> users = new HashMap<>();
    private final Map<Symbol, Integer> ends = new HashMap<>();

    private TiedSums(Graph graph, Unknowns unknowns) {
        this.graph = graph;
        this.unknowns = unknowns;
    }

    /**
     * The ties of rules whose nodes are observed, each after those that it needs.
     *
     * @throws EvaluationException where no summand is free to make up a sum
     */
    static List<Tie> find(Graph graph, List<Rule> rules, Unknowns unknowns) {
        TiedSums search = new TiedSums(graph, unknowns);
        rules.forEach(search::collect);
        return search.levels(search.match());
    }

    /** Ties by the rules of their sums; sums that need each other's ties have them all at the first of them. */
    static Map<Rule, List<Tie>> byStatement(List<Tie> ties) {
        Map<Place, Rule> definers = new HashMap<>();
        ties.forEach(tie -> definers.put(tie.computed(), tie.rule()));
        Map<Rule, Set<Rule>> needs = new LinkedHashMap<>();
        for (Tie tie : ties) {
            Set<Rule> needed = needs.computeIfAbsent(tie.rule(), r -> new LinkedHashSet<>());
            tie.others().stream().map(definers::get).filter(Objects::nonNull).forEach(needed::add);
        }
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Set<Rule> needed : needs.values()) {
                for (Rule rule : List.copyOf(needed)) {
                    progress |= needed.addAll(needs.get(rule));
                }
            }
        }
        Map<Rule, List<Tie>> result = new LinkedHashMap<>();
        for (Tie tie : ties) {
            Rule first = needs.keySet().stream()
                    .filter(rule -> rule == tie.rule()
                            || (needs.get(rule).contains(tie.rule())
                                    && needs.get(tie.rule()).contains(rule)))
                    .min(Comparator.comparingInt(Rule::number))
                    .orElseThrow();
            result.computeIfAbsent(first, r -> new ArrayList<>()).add(tie);
        }
        return result;
    }

    private void collect(Rule rule) {
        List<Expression> arguments =
                ((Statement.Stochastic) rule.relation()).distribution().arguments();
        Symbol observed = graph.symbol(rule.targetName());
        graph.forEach(rule, (counters, scope) -> {
            int[] sums = graph.positions(rule.target(), scope);
            List<List<Place>> columns = new ArrayList<>();
            for (int k = 0; k < sums.length; k++) {
                columns.add(new ArrayList<>());
            }
            for (Expression argument : arguments) {
                if (!(argument instanceof Expression.Reference reference)) {
                    throw new EvaluationException(
                            argument.span(), "an observed sum takes nodes by name", "give this a name with <-");
                }
                Symbol symbol = graph.symbol(reference.name().text());
                int[] positions = graph.positions(reference, scope);
                if (positions.length != sums.length) {
                    throw new EvaluationException(
                            argument.span(),
                            "this has " + positions.length + " elements and the sum " + sums.length,
                            "");
                }
                for (int k = 0; k < sums.length; k++) {
                    columns.get(k).add(new Place(symbol, positions[k]));
                }
            }
            for (int k = 0; k < sums.length; k++) {
                collect(new Sum(rule, new Place(observed, sums[k]), columns.get(k)));
            }
        });
    }

    private void collect(Sum sum) {
        boolean known = sum.summands().stream().allMatch(place -> place.symbol().known(place.position()));
        if (known) {
            return;
        }
        for (Place place : sum.summands()) {
            if (unknowns.unknown(place)) {
                uses.merge(place, 1, Integer::sum);
                users.computeIfAbsent(place, p -> new ArrayList<>()).add(open.size());
            }
        }
        open.add(sum);
    }

    /** Chooses what each sum determines: the first chosen is the last to be computed. */
    private List<Tie> match() {
        List<Tie> ties = new ArrayList<>();
        boolean[] done = new boolean[open.size()];
        PriorityQueue<Offer> offers =
                new PriorityQueue<>(Comparator.comparing(Offer::rank).thenComparingInt(Offer::sum));
        for (int s = 0; s < done.length; s++) {
            offers.add(new Offer(rank(s), s));
        }
        while (!offers.isEmpty()) {
            Offer offer = offers.poll();
            Rank rank = done[offer.sum()] ? Rank.NONE : rank(offer.sum());
            if (rank == Rank.NONE) {
                continue;
            }
            if (rank != offer.rank()) {
                offers.add(new Offer(rank, offer.sum()));
                continue;
            }
            done[offer.sum()] = true;
            Sum sum = open.get(offer.sum());
            ties.add(new Tie(sum.rule(), sum.place(), sum.summands(), dependent(sum), 0));
            for (Place place : sum.summands()) {
                if (unknowns.unknown(place) && uses.merge(place, -1, Integer::sum) == 1) {
                    users.get(place).stream().filter(s -> !done[s]).forEach(s -> offers.add(new Offer(rank(s), s)));
                }
            }
        }
        for (int s = 0; s < done.length; s++) {
            if (!done[s]) {
                Sum sum = open.get(s);
                throw new EvaluationException(
                        sum.rule().relation().span(),
                        "no summand of " + sum.place() + " is free to make up the sum",
                        "one of them must be an unknown single number that the other sums leave open");
            }
        }
        Collections.reverse(ties);
        return ties;
    }

    private Rank rank(int s) {
        Sum sum = open.get(s);
        int dependent = dependent(sum);
        if (dependent < 0) {
            return Rank.NONE;
        }
        boolean makesUpForReals = unknowns.whole(sum.summands().get(dependent))
                && sum.summands().stream().anyMatch(place -> unknowns.unknown(place) && !unknowns.whole(place));
        return makesUpForReals ? Rank.LAST_RESORT : Rank.GOOD;
    }

    /** The last summand that no other sum needs, a real one with few ends if there is one; -1 if there is none at all. */
    private int dependent(Sum sum) {
        int best = -1;
        for (int j = 0; j < sum.summands().size(); j++) {
            Place place = sum.summands().get(j);
            if (unknowns.unknown(place) && uses.get(place) == 1) {
                boolean better =
                        best < 0 || price(place) <= price(sum.summands().get(best));
                best = better ? j : best;
            }
        }
        return best;
    }

    /** What speaks against computing a summand: that it is whole, or else the number of ends that its values have. */
    private int price(Place place) {
        return unknowns.whole(place) ? WHOLE : ends.computeIfAbsent(place.symbol(), this::ends);
    }

    /** The most ends of any rule that draws elements of a variable: 0, 1 or 2. */
    private int ends(Symbol symbol) {
        return graph.rules().stream()
                .filter(rule -> rule.targetName().equals(symbol.name()))
                .map(Rule::relation)
                .filter(Statement.Stochastic.class::isInstance)
                .map(Statement.Stochastic.class::cast)
                .mapToInt(TiedSums::ends)
                .max()
                .orElse(0);
    }

    private static int ends(Statement.Stochastic drawn) {
        Values values = drawn.distribution().distribution().values();
        boolean below = !values.lower().equals(Bound.openBelow())
                || drawn.truncation().flatMap(Truncation::lower).isPresent();
        boolean above = !values.upper().equals(Bound.openAbove())
                || drawn.truncation().flatMap(Truncation::upper).isPresent();
        return (below ? 1 : 0) + (above ? 1 : 0);
    }

    /** Gives the ties their levels. */
    private List<Tie> levels(List<Tie> ties) {
        Map<Place, Integer> levels = new HashMap<>();
        Set<Place> moving = new HashSet<>();
        List<Tie> result = new ArrayList<>();
        for (Tie tie : ties) {
            int level = 0;
            boolean reals = false;
            for (Place place : tie.others()) {
                level = Math.max(level, levels.getOrDefault(place, -1) + 1);
                reals |= levels.containsKey(place)
                        ? moving.contains(place)
                        : unknowns.unknown(place) && !unknowns.whole(place);
            }
            levels.put(tie.computed(), level);
            if (reals) {
                moving.add(tie.computed());
            }
            if (reals && unknowns.whole(tie.computed())) {
                throw new EvaluationException(
                        tie.rule().relation().span(),
                        "this sum would make " + tie.computed() + ", a whole number, of numbers that need not be whole",
                        "one of the reals must be left to make up the sum");
            }
            result.add(new Tie(tie.rule(), tie.sum(), tie.summands(), tie.dependent(), level));
        }
        return result;
    }
}
