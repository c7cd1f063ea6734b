package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up a factor over its iterations. Logarithms of numbers between 1 and 2, which is what is left of logistic terms,
 * are taken of products of many such numbers.
 */
final class FactorTotal {
    /** A product is not let grow beyond this. */
    private static final double LARGE = 0x1p1000;

    private final FactorWriter factors;
    private final Terms terms;
    private final LoopWriter writer;
    private final Code.Local sum;
    private final Code.Local product;

    FactorTotal(FactorWriter factors, LoopWriter writer, Step.Contribution step) {
        this.factors = factors;
        this.writer = writer;
        terms = factors.terms();
        sum = writer.local("total", Type.DOUBLE);
        writer.add(new Code.Declare(sum, new Code.Real(0)));
        if (multiplies(step)) {
            product = writer.local("product", Type.DOUBLE);
            writer.add(new Code.Declare(product, new Code.Real(1)));
        } else {
            product = null;
        }
    }

    /** Adds one iteration, its counters bound. */
    void add(Step.Contribution step, boolean floored) {
        if (product == null) {
            Code.Expression value = factors.here(writer, step);
            writer.increase(sum, floored ? ModelClass.floored(value) : value);
            return;
        }
        List<Term> logged = new ArrayList<>();
        Term rest = withoutLogs(((Step.Factor) step).value(), false, logged);
        Code.Expression factor = writer.value(logged.get(0));
        for (Term other : logged.subList(1, logged.size())) {
            factor = new Code.Arithmetic('*', factor, writer.value(other));
        }
        writer.increase(sum, writer.value(rest));
        writer.add(new Code.Assign(product, new Code.Arithmetic('*', product, factor)));
        writer.add(new Code.When(
                new Code.Test(">", product, new Code.Real(LARGE)),
                List.of(subtractLog(), new Code.Assign(product, new Code.Real(1)))));
    }

    Code.Local sum() {
        return sum;
    }

    void finish() {
        if (product != null) {
            writer.add(subtractLog());
        }
    }

    private Code.Statement subtractLog() {
        Code.Call log = new Code.Call(Math.class, "log", List.of(product), Type.DOUBLE);
        return new Code.Assign(sum, new Code.Arithmetic('-', sum, log));
    }

    private static boolean multiplies(Step.Contribution step) {
        // A step without loops is one iteration of them, in a conditional; or it happens once, and nothing is won.
        return step.match(factor -> !step.nest().ranges().isEmpty() && hasLog(factor.value(), false), array -> false);
    }

    private static boolean hasLog(Term term, boolean negative) {
        return switch (term.op()) {
            case ADD -> hasLog(term.argument(0), negative) || hasLog(term.argument(1), negative);
            case SUBTRACT -> hasLog(term.argument(0), negative) || hasLog(term.argument(1), !negative);
            case NEGATE -> hasLog(term.argument(0), !negative);
            case GIVEN -> hasLog(term.argument(0), negative);
            default -> negative && logOfOneToTwo(term);
        };
    }

    /** The term without the logarithms that are subtracted in it, whose arguments go to a list. */
    private Term withoutLogs(Term term, boolean negative, List<Term> logged) {
        return switch (term.op()) {
            case ADD ->
                terms.add(
                        withoutLogs(term.argument(0), negative, logged),
                        withoutLogs(term.argument(1), negative, logged));
            case SUBTRACT ->
                terms.subtract(
                        withoutLogs(term.argument(0), negative, logged),
                        withoutLogs(term.argument(1), !negative, logged));
            case NEGATE -> terms.negate(withoutLogs(term.argument(0), !negative, logged));
            case GIVEN -> hasLog(term, negative) ? withoutLogs(term.argument(0), negative, logged) : term;
            default -> {
                if (negative && logOfOneToTwo(term)) {
                    logged.add(term.argument(0));
                    yield terms.number(0);
                }
                yield term;
            }
        };
    }

    private static boolean logOfOneToTwo(Term term) {
        if (term.op() != Term.Op.CALL || !term.call().equals(Calls.LOG)) {
            return false;
        }
        Term sum = term.argument(0);
        return sum.op() == Term.Op.ADD
                && sum.argument(0).isNumber(1)
                && sum.argument(1).op() == Term.Op.CALL
                && sum.argument(1).call().equals(Calls.EXP_OF_NON_POSITIVE);
    }
}
