package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import java.util.HashSet;
import java.util.Set;

/** What generated code costs, roughly, in units of an addition: enough to weigh sweeps against gradients. */
final class Costs {
    private static final double DIVISION = 5;
    private static final double LOGARITHM = 12;
    private static final double CALL = 30;
    private static final double ARRAY_CALL = 200;
    private static final double UNKNOWN_LENGTH = 8;
    private static final Set<Calls.Function> LOGARITHMS = Set.of(Calls.EXP, Calls.LOG, Calls.EXP_OF_NON_POSITIVE);

    /** A sum over a count without end, which walks until nothing changes. */
    private static final double SERIES = 400;

    private Costs() {}

    /** Sums and their derivatives. */
    static double of(Program.SummedOut sums) {
        return sums.sums().work()
                + SERIES * sums.counts().entries().size()
                + sums.counts().chainWork();
    }

    /** One iteration of a step. */
    static double of(Step step) {
        return step.fold(
                computation -> computation.match(
                        compute -> of(compute.value()),
                        product -> (double) product.rows() * product.columns() / 4,
                        array -> ARRAY_CALL),
                contribution -> contribution.match(factor -> of(factor.value()), array -> ARRAY_CALL));
    }

    static double of(Term term) {
        return of(term, new HashSet<>());
    }

    private static double of(Term term, Set<Term> seen) {
        if (!seen.add(term)) {
            return 0;
        }
        double cost = switch (term.op()) {
            case NUMBER, WHOLE, BINDER -> 0;
            case DIVIDE -> DIVISION;
            case CALL -> LOGARITHMS.contains(term.call()) ? LOGARITHM : CALL;
            default -> 1;
        };
        if (term.op() == Term.Op.SUM) {
            boolean known =
                    term.argument(0).op() == Term.Op.WHOLE && term.argument(1).op() == Term.Op.WHOLE;
            double length = known ? term.argument(1).whole() - term.argument(0).whole() + 1.0 : UNKNOWN_LENGTH;
            return cost + Math.max(0, length) * of(term.argument(2), seen);
        }
        for (Term argument : term.arguments()) {
            cost += of(argument, seen);
        }
        return cost;
    }

    /** Roughly how often a step is done. */
    static double iterations(Step step) {
        Numeric numeric = new Numeric();
        double iterations = 1;
        int[] counters = new int[step.nest().ranges().size() + 8];
        for (Nest.Range range : step.nest().ranges()) {
            Numeric.Fn first = numeric.compile(range.first());
            Numeric.Fn last = numeric.compile(range.last());
            int slot = numeric.slot(range.counter());
            if (first != null && last != null) {
                counters[slot] = (int) first.at(counters);
                iterations *= Math.max(0, last.at(counters) - first.at(counters) + 1);
            }
        }
        return iterations;
    }
}
