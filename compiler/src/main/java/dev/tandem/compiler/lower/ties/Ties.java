package dev.tandem.compiler.lower.ties;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.Supports;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.density.Support;
import dev.tandem.distributions.array.SumOfParents;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What observed sums determine, which is computed instead of sampled. */
public final class Ties {
    private final Graph graph;
    private final Draft draft;
    private final Terms terms;
    private final Storages storages;
    private final UnknownElements unknowns;
    private final Supports supports;

    /** By the rules of what is determined. */
    private final Map<Rule, List<TiedSums.Tie>> ties = new LinkedHashMap<>();

    /** By the rules of the sums; of sums that need each other, one has the ties of all. */
    private final Map<Rule, List<TiedSums.Tie>> sums = new LinkedHashMap<>();

    /** The sums that determine something, and so are no factors. */
    private final Set<Rule> absorbed = new HashSet<>();

    /** The sums whose ties need each other in one long chain. */
    private final Set<Rule> chained = new HashSet<>();

    private TiedSteps tiedSteps;

    public Ties(Draft draft, UnknownElements unknowns, Supports supports) {
        this.draft = draft;
        this.unknowns = unknowns;
        this.supports = supports;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
    }

    /** Whether a rule is a sum that determines something. */
    public boolean contains(Rule sum) {
        return absorbed.contains(sum);
    }

    /** Whether the steps of sums stand with a rule. */
    public boolean hasSteps(Rule sum) {
        return sums.containsKey(sum);
    }

    /** The ties whose steps stand with a rule. */
    public List<TiedSums.Tie> ofSum(Rule sum) {
        return sums.getOrDefault(sum, List.of());
    }

    /** The ties of elements that a rule defines. */
    public List<TiedSums.Tie> ofDefiner(Rule rule) {
        return ties.getOrDefault(rule, List.of());
    }

    /** The rules of elements that sums determine. */
    public Set<Rule> definers() {
        return ties.keySet();
    }

    /** The sums with which steps stand, each with its ties. */
    public Map<Rule, List<TiedSums.Tie>> sums() {
        return sums;
    }

    /** Whether the steps of a sum need their own results. */
    public boolean inTurn(Rule rule) {
        return chained.contains(rule);
    }

    /** What has to hold for the sums to be possible, with the sum that each factor comes from. */
    public Map<Step.Factor, TiedSums.Tie> factors() {
        return tiedSteps == null ? Map.of() : tiedSteps.factors();
    }

    /** The positions of the sums by iteration of a factor. */
    public int[] positions(Step factor) {
        return tiedSteps.sums(factor);
    }

    /** Takes from the unknowns what observed sums determine. */
    public void find() {
        List<Rule> observed = graph.rules().stream()
                .filter(rule -> rule.stochastic() && Rules.row(rule).is(SumOfParents.class) && !unknowns.has(rule))
                .toList();
        if (observed.isEmpty()) {
            return;
        }
        Map<TiedSums.Place, Rule> singles = new HashMap<>();
        for (Rule other : unknowns.rules()) {
            if (!Rules.observable(other)) {
                Symbol symbol = graph.symbol(other.targetName());
                unknowns.of(other).positions.stream()
                        .filter(p -> p.length == 1)
                        .forEach(p -> singles.put(new TiedSums.Place(symbol, p[0]), other));
            }
        }
        TiedSums.Unknowns elements = new TiedSums.Unknowns() {
            @Override
            public boolean unknown(TiedSums.Place place) {
                return singles.containsKey(place);
            }

            @Override
            public boolean whole(TiedSums.Place place) {
                return Rules.discrete(singles.get(place));
            }
        };
        List<TiedSums.Tie> found = TiedSums.find(graph, observed, elements);
        found.forEach(tie -> ties.computeIfAbsent(singles.get(tie.computed()), r -> new ArrayList<>())
                .add(tie));
        Map<TiedSums.Place, TiedSteps.Limits> limits = new HashMap<>();
        ties.forEach((definer, own) -> takeFromUnknowns(definer, own, limits));
        sums.putAll(TiedSums.byStatement(found));
        found.forEach(tie -> absorbed.add(tie.rule()));
        tiedSteps = new TiedSteps(terms, storages, elements, limits, tie -> Rules.text(graph, tie.rule()));
    }

    /** Takes what sums determine from the unknowns of its rule; notes the supports of what is discrete. */
    private void takeFromUnknowns(Rule definer, List<TiedSums.Tie> own, Map<TiedSums.Place, TiedSteps.Limits> limits) {
        Symbol symbol = graph.symbol(definer.targetName());
        Set<Integer> determined = new HashSet<>();
        own.forEach(tie -> determined.add(tie.computed().position()));
        UnknownElements.Found before = unknowns.of(definer);
        UnknownElements.Found free = new UnknownElements.Found();
        UnknownElements.Found taken = new UnknownElements.Found();
        free.all = false;
        for (int i = 0; i < before.counters.size(); i++) {
            UnknownElements.Found to = determined.contains(before.positions.first(i)) ? taken : free;
            to.counters.add(before.counters.get(i));
            to.positions.add(before.positions.get(i));
        }
        unknowns.keep(definer, free);
        if (Rules.discrete(definer)) {
            Support[] found = supports.of(definer, taken);
            for (int i = 0; i < found.length; i++) {
                limits.put(new TiedSums.Place(symbol, taken.positions.first(i)), limitsOf(found[i]));
            }
        }
        String sum = own.stream()
                .map(tie -> Rules.text(graph, tie.rule()))
                .distinct()
                .findFirst()
                .orElseThrow();
        draft.tied.add(new Program.Tied(symbol, storages.of(symbol), taken.positions.flat(), sum));
    }

    private static TiedSteps.Limits limitsOf(Support support) {
        return new TiedSteps.Limits(
                support.lower() == Support.UNBOUNDED_BELOW ? Double.NEGATIVE_INFINITY : support.lower(),
                support.upper() == Support.UNBOUNDED_ABOVE ? Double.POSITIVE_INFINITY : support.upper());
    }

    /** Computes what sums determine, and weighs whether it can be. */
    public List<Step.Computation> steps(Rule rule) {
        TiedSteps.Made made = tiedSteps.of(sums.get(rule));
        if (made.recursive()) {
            chained.add(rule);
        }
        return made.steps();
    }

    /** Whether a rule needs an element that ties determine, as far as is known before sampling. */
    public boolean needsAny(Rule rule, Set<String> names, List<TiedSums.Tie> found) {
        Set<TiedSums.Place> places = new HashSet<>();
        found.forEach(tie -> places.add(tie.computed()));
        if (sums.containsKey(rule)) {
            return sums.get(rule).stream().flatMap(tie -> tie.others().stream()).anyMatch(places::contains);
        }
        Set<String> determined = new HashSet<>();
        places.forEach(place -> determined.add(place.symbol().name()));
        return rule.reads().stream()
                .filter(reference -> names.contains(reference.name().text())
                        && determined.contains(reference.name().text()))
                .anyMatch(reference -> reads(rule, reference, places));
    }

    private boolean reads(Rule rule, Expression.Reference reference, Set<TiedSums.Place> places) {
        Symbol symbol = graph.symbol(reference.name().text());
        boolean[] any = new boolean[1];
        try {
            graph.forEach(rule, (counters, scope) -> {
                if (!any[0]) {
                    for (int position : graph.positions(reference, scope)) {
                        any[0] |= places.contains(new TiedSums.Place(symbol, position));
                    }
                }
            });
        } catch (MissingValueException unknownIndex) {
            return true;
        }
        return any[0];
    }
}
