package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a table of log weights value by value where unknowns have two values each: with the value a number, terms become
 * simpler. What is not there is not seen, which is no function of how well it is seen, and what is there needs no product.
 * Weights that turn out to be known are written into the table once.
 */
final class ValueByValue {
    /** Each entry becomes a loop of its own, and so much code is worth it. */
    private static final int MOST = 4;

    /** The cost of a log density beside that of an exponential. */
    private static final int LONG = 3;

    private static final Set<Calls.Function> SHORT = Set.of(Calls.EXP, Calls.LOG, Calls.EXP_OF_NON_POSITIVE);

    private final Terms terms;
    private final Step.Compute all;
    private final List<Binder> values;

    private ValueByValue(Terms terms, Step.Compute all, List<Binder> values) {
        this.terms = terms;
        this.all = all;
        this.values = values;
    }

    /**
     * Steps that compute a table of log weights.
     *
     * @param all the step that computes it by loops over the values
     * @param values the counters of these loops, which are the innermost ones
     */
    static List<Step.Computation> of(Terms terms, Step.Compute all, List<Binder> values) {
        return new ValueByValue(terms, all, values).steps();
    }

    private List<Step.Computation> steps() {
        List<Nest.Range> ranges = all.nest().ranges();
        int outer = ranges.size() - values.size();
        List<Nest.Range> inner = ranges.subList(outer, ranges.size());
        int size = 1;
        for (Nest.Range range : inner) {
            if (range.first().op() != Term.Op.WHOLE || range.last().op() != Term.Op.WHOLE) {
                return List.of(all);
            }
            size *= Math.min(MOST + 1, range.last().whole() - range.first().whole() + 1);
            if (size > MOST) {
                return List.of(all);
            }
        }
        Nest nest = new Nest(ranges.subList(0, outer));
        List<Step.Compute> single = new ArrayList<>();
        int cost = 0;
        for (int entry = 0; entry < size; entry++) {
            int[] chosen = new int[inner.size()];
            int rest = entry;
            for (int v = chosen.length - 1; v >= 0; v--) {
                int first = inner.get(v).first().whole();
                int count = inner.get(v).last().whole() - first + 1;
                chosen[v] = first + rest % count;
                rest /= count;
            }
            Step.Compute one = at(nest, chosen);
            single.add(one);
            cost += cost(one.value(), false) + cost(one.value(), true);
        }
        if (cost > cost(all.value(), true) * size + cost(all.value(), false)) {
            return List.of(all);
        }
        List<Step.Computation> steps = new ArrayList<>();
        for (Step.Compute one : single) {
            if (!known(one)) {
                steps.add(one);
            }
        }
        return steps;
    }

    /** What the calls in a term cost, of those that depend on the values, or of the others. */
    private int cost(Term term, boolean dependent) {
        return cost(term, dependent, new HashSet<>());
    }

    private int cost(Term term, boolean dependent, Set<Term> seen) {
        if (!term.active() || !seen.add(term)) {
            return 0;
        }
        boolean depends = term.binders().stream().anyMatch(values::contains);
        int cost = depends == dependent ? own(term) : 0;
        for (Term argument : term.op() == Term.Op.GIVEN ? term.arguments().subList(0, 1) : term.arguments()) {
            cost += cost(argument, dependent, seen);
        }
        return cost;
    }

    private static int own(Term term) {
        return switch (term.op()) {
            case CALL -> SHORT.contains(term.call()) ? 1 : term.call().equals(Calls.ABS) ? 0 : LONG;
            case SUM -> LONG;
            case DIVIDE -> 1;
            default -> 0;
        };
    }

    private Step.Compute at(Nest nest, int[] chosen) {
        return new Step.Compute(
                nest,
                all.target(),
                put(all.position(), chosen),
                terms.real(put(all.value(), chosen)),
                all.comment().replace(", for all values", ", for one of its values"));
    }

    private Term put(Term term, int[] chosen) {
        return terms.replace(
                term,
                t -> t.op() == Term.Op.BINDER && values.contains(t.binder())
                        ? terms.whole(chosen[values.indexOf(t.binder())])
                        : null);
    }

    /** Writes what a step computes into its storage, if that is known. */
    private static boolean known(Step.Compute step) {
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(step.nest().ranges());
        Numeric.Fn value = step.value().active() || step.value().discrete() ? null : numeric.compile(step.value());
        Numeric.Fn place = numeric.compile(step.position());
        if (value == null || place == null || !walk.known()) {
            return false;
        }
        double[] content = step.target().values();
        int[] counters = new int[numeric.size()];
        walk.run(counters, () -> content[(int) place.at(counters)] = value.at(counters));
        return true;
    }
}
