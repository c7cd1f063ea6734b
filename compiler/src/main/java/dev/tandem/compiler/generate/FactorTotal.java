package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.special.Elementary;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up a factor over its iterations. Logarithms of numbers between 1 and 2, which is what is left of logistic terms, are
 * taken of products of many such numbers, and so are those of probabilities, which make the product small.
 */
final class FactorTotal {
    /** A product is not let grow beyond this. */
    private static final double LARGE = 0x1p1000;

    /** Nor shrink below this: the next factor may be as small. */
    private static final double SMALL = 0x1p-500;

    private final FactorWriter factors;
    private final Terms terms;
    private final LoopWriter writer;
    private final Code.Local sum;
    private final Product large;
    private final Product small;

    /** A product of numbers whose logarithms are subtracted, or added. */
    private record Product(Code.Local value, boolean subtracted) {}

    FactorTotal(FactorWriter factors, LoopWriter writer, Step.Contribution step) {
        this.factors = factors;
        this.writer = writer;
        terms = factors.terms();
        sum = writer.local("total", Type.DOUBLE);
        writer.add(new Code.Declare(sum, new Code.Real(0)));
        large = multiplies(step, true) ? product(true) : null;
        small = multiplies(step, false) ? product(false) : null;
    }

    private Product product(boolean subtracted) {
        Code.Local local = writer.local("product", Type.DOUBLE);
        writer.add(new Code.Declare(local, new Code.Real(1)));
        return new Product(local, subtracted);
    }

    /** Adds one iteration, its counters bound. */
    void add(Step.Contribution step, boolean floored) {
        if (large == null && small == null) {
            Code.Expression value = factors.here(writer, step);
            writer.increase(sum, floored ? ModelClass.floored(value) : value);
            return;
        }
        List<Term> subtracted = new ArrayList<>();
        List<Term> added = new ArrayList<>();
        Term rest = withoutLogs(((Step.Factor) step).value(), false, subtracted, added);
        Code.Expression forLarge = product(subtracted);
        Code.Expression forSmall = product(added);
        writer.increase(sum, writer.value(rest));
        multiply(large, forLarge);
        multiply(small, forSmall);
    }

    private Code.Expression product(List<Term> logged) {
        Code.Expression factor = null;
        for (Term term : logged) {
            Code.Expression value = writer.value(term);
            factor = factor == null ? value : new Code.Arithmetic('*', factor, value);
        }
        return factor;
    }

    private void multiply(Product product, Code.Expression factor) {
        if (product == null) {
            return;
        }
        writer.add(new Code.Assign(product.value, new Code.Arithmetic('*', product.value, factor)));
        writer.add(new Code.When(
                new Code.Test(
                        product.subtracted ? ">" : "<",
                        product.value,
                        new Code.Real(product.subtracted ? LARGE : SMALL)),
                List.of(takeLog(product), new Code.Assign(product.value, new Code.Real(1)))));
    }

    Code.Local sum() {
        return sum;
    }

    void finish() {
        for (Product product : new Product[] {large, small}) {
            if (product != null) {
                writer.add(takeLog(product));
            }
        }
    }

    private Code.Statement takeLog(Product product) {
        Code.Call log = new Code.Call(Elementary.class, "log", List.of(product.value), Type.DOUBLE);
        return new Code.Assign(sum, new Code.Arithmetic(product.subtracted ? '-' : '+', sum, log));
    }

    private static boolean multiplies(Step.Contribution step, boolean subtracted) {
        // A step without loops is one iteration of them, in a conditional; or it happens once, and nothing is won.
        return step.match(
                factor -> !step.nest().ranges().isEmpty() && hasLog(factor.value(), false, subtracted), array -> false);
    }

    private static boolean hasLog(Term term, boolean negative, boolean subtracted) {
        return switch (term.op()) {
            case ADD ->
                hasLog(term.argument(0), negative, subtracted) || hasLog(term.argument(1), negative, subtracted);
            case SUBTRACT ->
                hasLog(term.argument(0), negative, subtracted) || hasLog(term.argument(1), !negative, subtracted);
            case NEGATE -> hasLog(term.argument(0), !negative, subtracted);
            case GIVEN -> hasLog(term.argument(0), negative, subtracted);
            default ->
                negative == subtracted && (subtracted ? term.isLogOfOnePlusExponential() : logOfProbability(term));
        };
    }

    /** The term without the logarithms that are subtracted and added in it, whose arguments go to lists. */
    private Term withoutLogs(Term term, boolean negative, List<Term> subtracted, List<Term> added) {
        return switch (term.op()) {
            case ADD ->
                terms.add(
                        withoutLogs(term.argument(0), negative, subtracted, added),
                        withoutLogs(term.argument(1), negative, subtracted, added));
            case SUBTRACT ->
                terms.subtract(
                        withoutLogs(term.argument(0), negative, subtracted, added),
                        withoutLogs(term.argument(1), !negative, subtracted, added));
            case NEGATE -> terms.negate(withoutLogs(term.argument(0), !negative, subtracted, added));
            case GIVEN ->
                hasLog(term, negative, true) || hasLog(term, negative, false)
                        ? withoutLogs(term.argument(0), negative, subtracted, added)
                        : term;
            default -> {
                if (negative && term.isLogOfOnePlusExponential()) {
                    subtracted.add(term.argument(0));
                    yield terms.number(0);
                }
                if (!negative && logOfProbability(term)) {
                    added.add(term.argument(0));
                    yield terms.number(0);
                }
                yield term;
            }
        };
    }

    private static boolean isLog(Term term) {
        return term.op() == Term.Op.CALL && term.call().equals(Calls.LOG);
    }

    private static boolean logOfProbability(Term term) {
        return isLog(term)
                && term.argument(0).op() == Term.Op.CALL
                && term.argument(0).call().equals(Calls.SUCCESS_OR_ONE);
    }
}
