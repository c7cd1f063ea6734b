package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A log weight as a function of several counts, taken apart: a constant, a slope for each count, and logarithms of
 * factorials and of powers whose arguments are sums and differences of counts. Only constant and slopes depend on
 * continuous unknowns.
 */
final class ChainTerms {
    /** A sum of counts, each with a coefficient of -1, 0 or 1, and of something that data determine. */
    record Sum(List<Integer> coefficients, Term offset) {
        Sum {
            coefficients = List.copyOf(coefficients);
        }
    }

    /** The logarithm of a factorial, with a sign. */
    record Factorial(int sign, Sum of) {}

    /** A number of times the logarithm of a sum of counts. */
    record Power(Term times, Sum of) {}

    /** A sum of counts times the logarithm of another: offspring, and their parents. */
    record Offspring(Sum children, Sum parents) {}

    /** What was found. */
    record Form(
            Term constant,
            List<Term> slopes,
            List<Factorial> factorials,
            List<Power> powers,
            List<Offspring> offspring) {
        Form {
            slopes = List.copyOf(slopes);
            factorials = List.copyOf(factorials);
            powers = List.copyOf(powers);
            offspring = List.copyOf(offspring);
        }
    }

    private final Terms terms;
    private final LinearTerms linear;
    private final List<Binder> counts;
    private final List<Factorial> factorials = new ArrayList<>();
    private final List<Power> powers = new ArrayList<>();
    private final List<Offspring> offspring = new ArrayList<>();
    private final List<Term> slopes;
    private Term constant;

    private ChainTerms(Terms terms, List<Binder> counts) {
        this.terms = terms;
        this.counts = counts;
        linear = new LinearTerms(terms);
        constant = terms.number(0);
        slopes = new ArrayList<>(Collections.nCopies(counts.size(), constant));
    }

    /** The form of a log weight; none if it has another. */
    static Optional<Form> of(Terms terms, Term weight, List<Binder> counts) {
        ChainTerms found = new ChainTerms(terms, counts);
        try {
            found.add(weight, true);
            return Optional.of(new Form(found.constant, found.slopes, found.factorials, found.powers, found.offspring));
        } catch (LinearTerms.OtherForm e) {
            return Optional.empty();
        }
    }

    private boolean free(Term term) {
        return Collections.disjoint(term.binders(), counts);
    }

    private void add(Term term, boolean plus) throws LinearTerms.OtherForm {
        if (free(term)) {
            addConstant(terms.real(term), plus);
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
            default -> addLinear(term, plus);
        }
    }

    private void addConstant(Term term, boolean plus) {
        constant = plus ? terms.add(constant, term) : terms.subtract(constant, term);
    }

    private void addLinear(Term term, boolean plus) throws LinearTerms.OtherForm {
        for (int c = 0; c < counts.size(); c++) {
            addSlope(c, linear.change(term, counts.get(c)), plus);
        }
        addConstant(linear.constantPart(term, counts), plus);
    }

    private void addSlope(int count, Term change, boolean plus) throws LinearTerms.OtherForm {
        if (!free(change)) {
            throw new LinearTerms.OtherForm();
        }
        if (!change.isNumber(0)) {
            Term old = slopes.get(count);
            slopes.set(count, plus ? terms.add(old, change) : terms.subtract(old, change));
        }
    }

    private void addCall(Term term, boolean plus) throws LinearTerms.OtherForm {
        Calls.Function call = term.call();
        int sign = plus ? 1 : -1;
        if (call.equals(Calls.LOG_FACTORIAL)) {
            factorials.add(new Factorial(sign, sum(term.argument(0))));
        } else if (call.equals(Calls.LOG_CHOOSE)) {
            Term all = terms.real(term.argument(0));
            Term chosen = terms.real(term.argument(1));
            factorials.add(new Factorial(sign, sum(all)));
            factorials.add(new Factorial(-sign, sum(chosen)));
            factorials.add(new Factorial(-sign, sum(terms.subtract(all, chosen))));
        } else if (call.equals(Calls.TIMES_LOG)) {
            addLog(term.argument(0), term.argument(1), plus);
        } else {
            addLinear(term, plus);
        }
    }

    /** A number of times a logarithm. */
    private void addLog(Term times, Term of, boolean plus) throws LinearTerms.OtherForm {
        if (free(of)) {
            for (int c = 0; c < counts.size(); c++) {
                Term change = linear.change(times, counts.get(c));
                if (!change.isNumber(0)) {
                    addSlope(c, terms.multiply(change, log(of)), plus);
                }
            }
            addConstant(terms.call(Calls.TIMES_LOG, linear.constantPart(times, counts), terms.real(of)), plus);
            return;
        }
        if (!plus) {
            throw new LinearTerms.OtherForm();
        }
        List<Term> scales = new ArrayList<>();
        Sum sum = sum(withoutScale(of, scales));
        Term scale = terms.number(1);
        for (Term factor : scales) {
            scale = terms.multiply(scale, factor);
        }
        if (!sum.offset().isNumber(0)) {
            throw new LinearTerms.OtherForm();
        }
        if (free(times)) {
            powers.add(new Power(terms.real(times), sum));
            addConstant(terms.call(Calls.TIMES_LOG, terms.real(times), scale), true);
            return;
        }
        Sum children = sum(times);
        if (!children.offset().isNumber(0)) {
            throw new LinearTerms.OtherForm();
        }
        for (int c = 0; c < counts.size(); c++) {
            int coefficient = children.coefficients().get(c);
            if (coefficient != 0) {
                addSlope(c, terms.multiply(terms.number(coefficient), log(scale)), true);
            }
        }
        offspring.add(new Offspring(children, sum));
    }

    private Term log(Term a) {
        return terms.call(Calls.LOG, terms.real(a));
    }

    /** A product without the factors that do not read counts, which are put into a list. */
    private Term withoutScale(Term term, List<Term> scales) {
        boolean product = term.op() == Term.Op.MULTIPLY
                || (term.op() == Term.Op.CALL
                        && (term.call().equals(Calls.PRODUCT) || term.call().equals(Calls.TIMES)));
        if (product && free(term.argument(0))) {
            scales.add(terms.real(term.argument(0)));
            return withoutScale(term.argument(1), scales);
        }
        if (product && free(term.argument(1))) {
            scales.add(terms.real(term.argument(1)));
            return withoutScale(term.argument(0), scales);
        }
        if (term.op() == Term.Op.DIVIDE && free(term.argument(1))) {
            scales.add(terms.divide(terms.number(1), terms.real(term.argument(1))));
            return withoutScale(term.argument(0), scales);
        }
        return term;
    }

    private Sum sum(Term term) throws LinearTerms.OtherForm {
        List<Integer> coefficients = new ArrayList<>();
        for (Binder count : counts) {
            Term change = linear.change(term, count);
            if (!change.isNumber(0) && !change.isNumber(1) && !change.isNumber(-1)) {
                throw new LinearTerms.OtherForm();
            }
            coefficients.add(change.isNumber(0) ? 0 : change.isNumber(1) ? 1 : -1);
        }
        return new Sum(coefficients, linear.constantPart(term, counts));
    }
}
