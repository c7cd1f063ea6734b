package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.scalar.NegativeBinomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a log weight changes when a count k grows by one:
 *
 * <pre>slope + sum of log(k + a) - sum of log(k + b) + sum of log(c - k),</pre>
 *
 * where nothing but k is left of the count. A term that does not change in this way has no such form.
 */
final class CountTerms {
    /**
     * The form found; its terms do not read the count.
     *
     * @param above the terms a
     * @param below the terms b: below 1 - b, the count is impossible
     * @param ends the terms c: above c, it is impossible
     * @param powers how often log(k + 1) - log(k) is added
     * @param least terms below which the count is impossible
     * @param most terms above which it is
     */
    record Form(
            Term slope,
            List<Term> above,
            List<Term> below,
            List<Term> ends,
            List<Term> powers,
            List<Term> least,
            List<Term> most) {
        Form {
            above = List.copyOf(above);
            below = List.copyOf(below);
            ends = List.copyOf(ends);
            powers = List.copyOf(powers);
            least = List.copyOf(least);
            most = List.copyOf(most);
        }
    }

    private final Terms terms;
    private final LinearTerms linear;
    private final Binder count;
    private final List<Term> above = new ArrayList<>();
    private final List<Term> below = new ArrayList<>();
    private final List<Term> ends = new ArrayList<>();
    private final List<Term> powers = new ArrayList<>();
    private final List<Term> least = new ArrayList<>();
    private final List<Term> most = new ArrayList<>();
    private Term slope;

    private CountTerms(Terms terms, Binder count) {
        this.terms = terms;
        linear = new LinearTerms(terms);
        this.count = count;
        slope = terms.number(0);
    }

    /** The form of a log weight; none if it has another. */
    static Optional<Form> of(Terms terms, Term weight, Binder count) {
        CountTerms found = new CountTerms(terms, count);
        try {
            found.add(weight, true);
            return Optional.of(
                    new Form(found.slope, found.above, found.below, found.ends, found.powers, found.least, found.most));
        } catch (LinearTerms.OtherForm e) {
            return Optional.empty();
        }
    }

    private boolean free(Term term) {
        return !term.binders().contains(count);
    }

    /** Adds a summand, or takes it away. */
    private void add(Term term, boolean plus) throws LinearTerms.OtherForm {
        if (free(term)) {
            return;
        }
        switch (term.op()) {
            case ADD -> {
                add(term.argument(0), plus);
                add(term.argument(1), plus);
            }
            case SUBTRACT -> {
                add(term.argument(0), plus);
                add(term.argument(1), !plus);
            }
            case NEGATE -> add(term.argument(0), !plus);
            case CALL -> addCall(term, plus);
            case CHOICE -> addBounded(term, plus);
            default -> addSlope(linear.change(term, count), plus);
        }
    }

    /** A log weight between bounds, beyond which the count is impossible. */
    private void addBounded(Term term, boolean plus) throws LinearTerms.OtherForm {
        Term bound = terms.real(term.argument(1));
        boolean impossible = term.argument(3).isNumber(Double.NEGATIVE_INFINITY);
        if (!plus || !impossible || !free(bound) || !isCount(term.argument(0))) {
            throw new LinearTerms.OtherForm();
        }
        switch (term.comparison()) {
            case ">=" -> least.add(bound);
            case "<=" -> most.add(bound);
            default -> throw new LinearTerms.OtherForm();
        }
        add(term.argument(2), true);
    }

    private void addCall(Term term, boolean plus) throws LinearTerms.OtherForm {
        Calls.Function call = term.call();
        if (call.equals(Calls.LOG_FACTORIAL)) {
            addFactorial(term.argument(0), plus);
        } else if (call.equals(Calls.LOG_CHOOSE)) {
            Term all = term.argument(0);
            Term chosen = term.argument(1);
            addFactorial(all, plus);
            addFactorial(chosen, !plus);
            addFactorial(terms.subtract(terms.real(all), terms.real(chosen)), !plus);
        } else if (call.equals(Calls.TIMES_LOG) && free(term.argument(0))) {
            addPower(term.argument(0), term.argument(1), plus);
        } else if (call.owner() == NegativeBinomial.class && call.method().equals("logDensity")) {
            addNegativeBinomial(term, plus);
        } else {
            addSlope(linear.change(term, count), plus);
        }
    }

    /** A number of times the logarithm of a multiple of the count: a Poisson count whose mean it is, for one. */
    private void addPower(Term times, Term of, boolean plus) throws LinearTerms.OtherForm {
        linear.change(of, count);
        if (!plus || !linear.constantPart(of, List.of(count)).isNumber(0)) {
            throw new LinearTerms.OtherForm();
        }
        powers.add(terms.real(times));
    }

    /** The negative binomial of the count: k + size ways to go on, each with the probability of a failure. */
    private void addNegativeBinomial(Term term, boolean plus) throws LinearTerms.OtherForm {
        Term probability = term.argument(1);
        Term size = term.argument(2);
        if (!plus || !isCount(term.argument(0)) || !free(probability) || !free(size)) {
            throw new LinearTerms.OtherForm();
        }
        slope = terms.add(slope, log(terms.subtract(terms.number(1), probability)));
        above.add(size);
        below.add(terms.number(1));
    }

    private boolean isCount(Term term) throws LinearTerms.OtherForm {
        return linear.change(term, count).isNumber(1)
                && linear.constantPart(term, List.of(count)).isNumber(0);
    }

    private Term log(Term a) {
        return terms.call(Calls.LOG, a);
    }

    /** The factorial of something that grows by one with the count, or shrinks by one. */
    private void addFactorial(Term of, boolean plus) throws LinearTerms.OtherForm {
        if (free(of)) {
            return;
        }
        Term growth = linear.change(of, count);
        Term rest = linear.constantPart(of, List.of(count));
        if (growth.isNumber(1)) {
            (plus ? above : below).add(terms.add(rest, terms.number(1)));
        } else if (growth.isNumber(-1) && !plus) {
            ends.add(rest);
        } else {
            throw new LinearTerms.OtherForm();
        }
    }

    private void addSlope(Term change, boolean plus) {
        slope = plus ? terms.add(slope, change) : terms.subtract(slope, change);
    }
}
