package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.terms.Bounds;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.catalogue.Functions;

/** Keeps an unknown number between its bounds, as a function of a coordinate that is free. */
public final class ScalarTransform {
    private final Terms terms;

    public ScalarTransform(Terms terms) {
        this.terms = terms;
    }

    /** An unknown as a function of a coordinate, and the logarithm of its derivative. */
    public record Transformed(Term value, Term logJacobian) {}

    /** The greater of two bounds; either may be null, where there is none. */
    public Term greater(Term a, Term b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? null : terms.real(b)) : a;
        }
        Term x = terms.real(b);
        if (a.op() == Term.Op.NUMBER && x.op() == Term.Op.NUMBER) {
            return a.constant() >= x.constant() ? a : x;
        }
        return terms.choice(">=", a, x, a, x);
    }

    /** The smaller of two bounds; either may be null, where there is none. */
    public Term less(Term a, Term b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? null : terms.real(b)) : a;
        }
        Term x = terms.real(b);
        if (a.op() == Term.Op.NUMBER && x.op() == Term.Op.NUMBER) {
            return a.constant() <= x.constant() ? a : x;
        }
        return terms.choice("<=", a, x, a, x);
    }

    /** An unknown between bounds, null where there is none, as a function of a free coordinate. */
    public Transformed of(Term q, Term lower, Term upper) {
        boolean mixed = infinite(lower) || infinite(upper);
        if (mixed) {
            Term low = lower == null ? terms.number(Double.NEGATIVE_INFINITY) : lower;
            Term high = upper == null ? terms.number(Double.POSITIVE_INFINITY) : upper;
            return new Transformed(
                    terms.call(bound("value"), q, low, high), terms.call(bound("logJacobian"), q, low, high));
        }
        if (lower == null && upper == null) {
            return new Transformed(q, terms.number(0));
        }
        if (upper == null) {
            return new Transformed(terms.add(lower, terms.call(Calls.EXP, q)), q);
        }
        if (lower == null) {
            return new Transformed(terms.subtract(upper, terms.call(Calls.EXP, q)), q);
        }
        Term width = terms.subtract(upper, lower);
        Term share = terms.call(Calls.of(Functions.ILOGIT), q);
        Term jacobian = terms.call(
                Calls.ruled(
                        Bounds.class,
                        "logJacobianOfLogit",
                        Calls.sameArguments(Bounds.class, "logJacobianOfLogitBy", 1)),
                q);
        return new Transformed(
                terms.add(lower, terms.multiply(width, share)), terms.add(terms.call(Calls.LOG, width), jacobian));
    }

    /** Whether a bound may be infinite at some elements only. */
    private static boolean infinite(Term bound) {
        if (bound == null) {
            return false;
        }
        for (Term read : bound.reads()) {
            if (read.storage().constant() && !read.storage().isTable()) {
                for (double value : read.storage().values()) {
                    if (Double.isInfinite(value)) {
                        return true;
                    }
                }
            }
        }
        return bound.op() == Term.Op.NUMBER && Double.isInfinite(bound.constant());
    }

    private static Calls.Function bound(String method) {
        return Calls.ruled(
                Bounds.class,
                method,
                Calls.sameArguments(Bounds.class, method + "By", 3),
                Calls.sameArguments(Bounds.class, method + "ByLower", 3),
                Calls.sameArguments(Bounds.class, method + "ByUpper", 3));
    }
}
