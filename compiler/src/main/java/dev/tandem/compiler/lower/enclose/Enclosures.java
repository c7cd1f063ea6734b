package dev.tandem.compiler.lower.enclose;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.transform.ArrayTransform;
import java.util.Map;
import java.util.Set;

/**
 * Encloses the values that terms of a program can have, whatever the unknowns are: an interval that contains them all,
 * and whether NaN may be among them.
 */
public final class Enclosures {
    /** Which continuous unknowns an enclosure is for. */
    public enum Where {
        /** All of them. */
        ANYWHERE,
        /** The free coordinates being zero: what cannot be there cannot be proved of all. */
        AT_ORIGIN
    }

    /** Hears which elements of discrete unknowns a value was enclosed from. */
    @FunctionalInterface
    public interface Noted {
        void element(Storage storage, int position);
    }

    private final EnclosedVariables variables;
    private final EnclosedTerms terms;

    /**
     * Prepares the enclosures of a program.
     *
     * @param simplexes the unknown arrays whose elements lie between 0 and 1
     * @param low the smallest value of each element that is a discrete unknown, NaN for the others; may be raised later
     * @param high the largest, which may be lowered later
     */
    public Enclosures(
            Program program, Set<Storage> simplexes, Map<Storage, double[]> low, Map<Storage, double[]> high) {
        variables = new EnclosedVariables(program.coordinates());
        terms = variables.terms();
        low.forEach((storage, lows) -> variables.sites(storage, lows, high.get(storage)));
        for (Program.FreeArray free : program.freeArrays()) {
            Storage storage = free.storage();
            variables.widen(storage, Where.ANYWHERE, simplexes.contains(storage) ? Interval.SHARE : Interval.ANY);
            double[] element = new double[free.positions().length];
            ArrayTransform transform = free.transform().get();
            transform.constrain(new double[transform.freeSize()], 0, element);
            for (double value : element) {
                variables.widen(storage, Where.AT_ORIGIN, Interval.point(value));
            }
        }
        for (Program.Block block : program.blocks()) {
            boolean inTurn = block.recursive() || block.explicit();
            block.steps().forEach(step -> encloseAll(step, inTurn));
        }
        variables.ready();
    }

    /** Encloses everything that a step computes. */
    private void encloseAll(Step.Computation step, boolean inTurn) {
        step.visit(
                compute -> {
                    if (inTurn) {
                        leaveOpen(compute);
                    } else {
                        encloseAll(compute);
                    }
                },
                this::leaveOpen,
                this::leaveOpen);
    }

    private void encloseAll(Step.Compute compute) {
        for (Where each : Where.values()) {
            try {
                if (anywhereIn(compute.nest())) {
                    variables.widen(compute.target(), each, enclose(compute.value(), each));
                }
            } catch (EnclosedTerms.TooMuch e) {
                variables.widen(compute.target(), each, Interval.ANY);
            }
        }
        if (compute.target().discrete()) {
            variables.define(compute);
        }
    }

    private void leaveOpen(Step.Computation step) {
        for (Where each : Where.values()) {
            variables.widen(step.target(), each, Interval.ANY);
        }
    }

    /** Lets the counters of loops be anywhere in them; says whether they run at all. */
    public boolean anywhereIn(Nest nest) {
        return variables.loops().anywhereIn(nest);
    }

    /** Runs through loops; false, and nothing is run, if it is not known how far they reach. */
    public boolean walk(Nest nest, boolean backwards, Runnable body) {
        return variables.loops().walk(nest, backwards, body);
    }

    /** Encloses a term at the present counters. */
    public Interval enclose(Term term, Where continuous) {
        return enclose(term, continuous, null);
    }

    /** Encloses a term at the present counters and says which elements of discrete unknowns it depends on. */
    public Interval enclose(Term term, Where continuous, Noted listener) {
        variables.begin(continuous, listener);
        terms.begin();
        try {
            return terms.node(term).fresh();
        } finally {
            variables.begin(continuous, null);
        }
    }

    /** Whether a value is minus infinity, or NaN, whatever the unknowns are. */
    public static boolean impossible(Interval value) {
        return value.high() == Double.NEGATIVE_INFINITY;
    }
}
