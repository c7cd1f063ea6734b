package dev.tandem.compiler.lower.ties;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Numbers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Computes what observed sums determine.
 *
 * <p>A whole number that a sum would put where its own distribution cannot be stays at the end of its support, so that
 * whatever has it for an index reads something that exists; a factor says that this is impossible.
 */
final class TiedSteps {
    /** Beyond this many levels of ties of one kind, a loop that needs its own results takes the place of the levels. */
    private static final int MOST_LEVELS = 16;

    /** Each level and kind is a step of its own. */
    private static final int MOST_STEPS = 400;

    /** The smallest and the largest value of a discrete unknown; either may be infinite. */
    record Limits(double low, double high) {}

    /** The steps of some sums. */
    record Made(List<Step.Computation> steps, boolean recursive) {}

    private final Terms terms;
    private final Storages storages;
    private final Function<TiedSums.Tie, String> text;

    /** The values of the discrete ones among what is determined. */
    private final Map<TiedSums.Place, Limits> supports;

    private final TiedSums.Unknowns unknowns;

    /** The positions of the sums by iteration of a factor, for messages. */
    private final IdentityHashMap<Step, int[]> sums = new IdentityHashMap<>();

    private final Map<Step.Factor, TiedSums.Tie> factors = new LinkedHashMap<>();

    TiedSteps(
            Terms terms,
            Storages storages,
            TiedSums.Unknowns unknowns,
            Map<TiedSums.Place, Limits> supports,
            Function<TiedSums.Tie, String> text) {
        this.terms = terms;
        this.storages = storages;
        this.unknowns = unknowns;
        this.supports = supports;
        this.text = text;
    }

    /** What has to hold, with the sum that each factor comes from. */
    Map<Step.Factor, TiedSums.Tie> factors() {
        return factors;
    }

    /** The positions of the sums by iteration of a factor. */
    int[] sums(Step factor) {
        return sums.get(factor);
    }

    /** Steps that compute ties, which come each after those that it needs. */
    Made of(List<TiedSums.Tie> ties) {
        int levels = 1 + ties.stream().mapToInt(TiedSums.Tie::level).max().orElse(0);
        Map<Object, List<TiedSums.Tie>> kinds = group(ties, TiedSums.Tie::kind);
        boolean recursive = levels > MOST_LEVELS && kinds.size() == 1;
        Map<Object, List<TiedSums.Tie>> groups = recursive
                ? kinds
                : group(
                        ties.stream()
                                .sorted((a, b) -> Integer.compare(a.level(), b.level()))
                                .toList(),
                        tie -> List.of(tie.level(), tie.kind()));
        if (groups.size() > MOST_STEPS) {
            throw new EvaluationException(
                    ties.get(0).rule().relation().span(),
                    "these sums depend on each other in too long a chain",
                    "put what they have in common into one array");
        }
        List<Step.Computation> steps = new ArrayList<>();
        groups.values().forEach(group -> steps.add(step(group)));
        return new Made(steps, recursive);
    }

    private static Map<Object, List<TiedSums.Tie>> group(List<TiedSums.Tie> ties, Function<TiedSums.Tie, Object> key) {
        Map<Object, List<TiedSums.Tie>> groups = new LinkedHashMap<>();
        ties.forEach(tie ->
                groups.computeIfAbsent(key.apply(tie), k -> new ArrayList<>()).add(tie));
        return groups;
    }

    private Step.Computation step(List<TiedSums.Tie> ties) {
        Binder p = new Binder("p");
        Term counter = terms.binder(p);
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(ties.size() - 1))));
        Term rest = terms.real(place(ties, TiedSums.Tie::sum, counter));
        for (int j = 0; j < ties.get(0).others().size(); j++) {
            int other = j;
            rest = terms.subtract(rest, place(ties, tie -> tie.others().get(other), counter));
        }
        Term target = place(ties, TiedSums.Tie::computed, counter);
        Term value = supports.containsKey(ties.get(0).computed()) ? within(ties, nest, rest, counter) : rest;
        return new Step.Compute(nest, target.storage(), target.argument(0), value, text.apply(ties.get(0)));
    }

    /** The elements of one variable that a counter runs through. */
    private Term place(List<TiedSums.Tie> ties, Function<TiedSums.Tie, TiedSums.Place> which, Term counter) {
        List<TiedSums.Place> places = ties.stream().map(which).toList();
        Symbol symbol = places.get(0).symbol();
        int[] positions = places.stream().mapToInt(TiedSums.Place::position).toArray();
        return terms.read(
                storages.of(symbol), terms.read(storages.table(symbol.name() + "_summand", positions), counter));
    }

    /** A whole number that stays in its support; where the sum wants another, a factor is impossible. */
    private Term within(List<TiedSums.Tie> ties, Nest nest, Term rest, Term counter) {
        Term low = limit(ties, tie -> supports.get(tie.computed()).low(), counter);
        Term high = limit(ties, tie -> supports.get(tie.computed()).high(), counter);
        Term impossible = terms.number(Double.NEGATIVE_INFINITY);
        Term possible = terms.number(0);
        ties.forEach(this::refuseParts);
        if (!ties.stream().allMatch(this::surelyWhole)) {
            Term rounded = terms.call(Calls.of(Functions.ROUND), rest);
            possible = terms.choice("==", rounded, rest, possible, impossible);
        }
        possible = terms.choice("<=", rest, high, possible, impossible);
        possible = terms.choice(">=", rest, low, possible, impossible);
        Step.Factor factor = new Step.Factor(nest, possible, text.apply(ties.get(0)));
        factors.put(factor, ties.get(0));
        sums.put(factor, ties.stream().mapToInt(tie -> tie.sum().position()).toArray());
        Term below = terms.choice("<=", rest, high, rest, high);
        return terms.choice(">=", below, low, below, low);
    }

    private Term limit(List<TiedSums.Tie> ties, ToDoubleFunction<TiedSums.Tie> which, Term counter) {
        double[] limits = ties.stream().mapToDouble(which).toArray();
        for (double limit : limits) {
            if (limit != limits[0]) {
                return terms.read(storages.add(Storage.constant(storages.safe("summand_limit"), limits)), counter);
            }
        }
        return terms.number(limits[0]);
    }

    /** Whether everything that a tie is computed from is a whole number. */
    private boolean surelyWhole(TiedSums.Tie tie) {
        return whole(tie.sum()) && tie.others().stream().allMatch(this::whole);
    }

    private boolean whole(TiedSums.Place place) {
        double value = place.symbol().values()[place.position()];
        return place.symbol().known(place.position())
                ? value == Math.rint(value)
                : unknowns.unknown(place) && unknowns.whole(place);
    }

    /** Whole numbers do not add up to another one. */
    private void refuseParts(TiedSums.Tie tie) {
        if (!whole(tie.sum()) && tie.others().stream().allMatch(this::whole)) {
            double sum = tie.sum().symbol().values()[tie.sum().position()];
            throw new EvaluationException(
                    tie.rule().target().span(),
                    tie.sum() + " is " + Numbers.show(sum) + ", but its summands are whole numbers",
                    "round the sum, or let one summand be a real number");
        }
    }
}
