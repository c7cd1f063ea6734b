package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Tally;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parts of factors that need not be added up again when only the continuous unknowns move.
 *
 * <p>In {@code z[i] ~ dcat(w[])} the factors are {@code log w[z[i]]}: how often each element of {@code log w} occurs
 * changes with z alone, so the sum over i is one over the categories, with numbers of occurrences that are kept while
 * sites change. A summand that depends on no continuous unknown at all is kept as a sum.
 */
final class Tallies {
    /** A summand {@code element[index]}, with the number of iterations at which each element occurs. */
    record Counted(Storage element, Term index, Storage counts) {}

    /**
     * A factor in parts.
     *
     * @param rest what has to be added up iteration by iteration; zero if nothing
     * @param same what all iterations add together, where that is the same for each and nothing is left; zero if nothing
     * @param still what depends on discrete unknowns alone; zero if nothing
     * @param sum the tally of {@code still}
     */
    record Parts(Step.Factor factor, Term rest, Term same, List<Counted> counted, Term still, Storage sum) {
        /** Whether numbers or sums are kept. */
        boolean kept() {
            return !counted.isEmpty() || sum != null;
        }

        /** What the factor still costs at every evaluation. */
        double cost(double iterations) {
            double cost = iterations * Costs.of(rest) + Costs.of(same);
            for (Counted part : counted) {
                cost += part.element().size();
            }
            return cost;
        }
    }

    private static final int FEWEST_ITERATIONS = 16;

    private final Program program;
    private final Terms terms;
    private final Map<Step, Parts> parts = new HashMap<>();

    private Tallies(Program program) {
        this.program = program;
        terms = program.terms();
    }

    /** Keeps nothing. */
    static Tallies none(Program program) {
        return new Tallies(program);
    }

    /**
     * Looks at all factors.
     *
     * @param sites the discrete variables whose changes can be followed
     */
    static Tallies of(Program program, Set<Storage> sites) {
        Tallies tallies = new Tallies(program);
        for (Step.Contribution step : program.factors()) {
            double iterations = Costs.iterations(step);
            if (iterations >= FEWEST_ITERATIONS) {
                step.visit(factor -> tallies.split(factor, sites, iterations), array -> {});
            }
        }
        return tallies;
    }

    /** The parts of a factor, null if it has only one. */
    Parts of(Step step) {
        return parts.get(step);
    }

    private void split(Step.Factor factor, Set<Storage> sites, double iterations) {
        List<Counted> counted = new ArrayList<>();
        Term[] still = {terms.number(0)};
        Term rest = split(factor.value(), false, sites, iterations, counted, still);
        Term same = same(rest, factor);
        if (!same.isNumber(0)) {
            rest = terms.number(0);
        }
        if (counted.isEmpty() && still[0].isNumber(0) && same.isNumber(0)) {
            return;
        }
        Storage sum = still[0].isNumber(0) ? null : program.zeros("tally", Tally.SIZE);
        parts.put(factor, new Parts(factor, rest, same, counted, still[0], sum));
    }

    /** What all iterations of a factor add together, if that is the same for each; otherwise zero. */
    private Term same(Term term, Step.Factor factor) {
        boolean changes = term.discrete()
                || factor.nest().ranges().stream()
                        .anyMatch(range -> term.binders().contains(range.counter()));
        double iterations = 1;
        for (Nest.Range range : factor.nest().ranges()) {
            Numeric numeric = new Numeric();
            boolean known =
                    range.first().binders().isEmpty() && range.last().binders().isEmpty();
            Numeric.Fn first = known ? numeric.compile(range.first()) : null;
            Numeric.Fn last = known ? numeric.compile(range.last()) : null;
            if (changes || first == null || last == null) {
                return terms.number(0);
            }
            iterations *= Math.max(0, last.at(new int[0]) - first.at(new int[0]) + 1);
        }
        return changes ? terms.number(0) : terms.multiply(terms.number(iterations), term);
    }

    /** Takes what can be kept out of a term. */
    private Term split(
            Term term, boolean negative, Set<Storage> sites, double iterations, List<Counted> counted, Term[] still) {
        if (followed(term, sites)) {
            still[0] = negative ? terms.subtract(still[0], term) : terms.add(still[0], term);
            return terms.number(0);
        }
        return switch (term.op()) {
            case ADD ->
                terms.add(
                        split(term.argument(0), negative, sites, iterations, counted, still),
                        split(term.argument(1), negative, sites, iterations, counted, still));
            case SUBTRACT ->
                terms.subtract(
                        split(term.argument(0), negative, sites, iterations, counted, still),
                        split(term.argument(1), !negative, sites, iterations, counted, still));
            case NEGATE -> terms.negate(split(term.argument(0), !negative, sites, iterations, counted, still));
            case READ -> {
                boolean few = term.storage().size() <= iterations / 4;
                // Where the place is data the numbers never change.
                if (negative || !few || !(followed(term.argument(0), sites) || known(term.argument(0)))) {
                    yield term;
                }
                Storage counts = program.zeros("counts", term.storage().size());
                counted.add(new Counted(term.storage(), term.argument(0), counts));
                yield terms.number(0);
            }
            default -> term;
        };
    }

    /** Whether a term depends on data alone. */
    private static boolean known(Term term) {
        return term.reads().stream().allMatch(read -> read.storage().constant());
    }

    /** Whether a term depends on discrete unknowns whose changes are heard of, and on nothing else that changes. */
    private static boolean followed(Term term, Set<Storage> sites) {
        boolean any = false;
        for (Term read : term.reads()) {
            if (!read.storage().constant()) {
                if (!sites.contains(read.storage())) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }
}
