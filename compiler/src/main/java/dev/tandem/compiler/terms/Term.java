package dev.tandem.compiler.terms;

import dev.tandem.compiler.code.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A scalar expression in storage and bound counters. Terms are made by {@link Terms}, which returns the same object for
 * the same expression; the number of a term is greater than those of its arguments.
 */
public final class Term {
    /** What a term computes. */
    public enum Op {
        NUMBER,
        WHOLE,
        BINDER,
        READ,
        TO_INT,
        TO_DOUBLE,
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        NEGATE,
        /** Whole division. */
        QUOTIENT,
        /** A static method of doubles, see {@link Calls}. */
        CALL,
        /** Arguments l, r, a, b: a if l compares to r as {@link #comparison} says, else b. */
        CHOICE,
        /**
         * A value whose derivatives are given: arguments v, p1, d1, p2, d2, ..: it has the value of v, and the derivative
         * di by pi.
         */
        GIVEN,
        /** Arguments first, last, body: the sum of the body over the whole numbers from first to last. */
        SUM
    }

    private final int number;
    private final Op op;
    private final Type type;
    private final List<Term> arguments;
    private final Object payload;
    private final boolean active;
    private final boolean discrete;
    private final Set<Binder> binders;

    Term(int number, Op op, Type type, List<Term> arguments, Object payload) {
        this.number = number;
        this.op = op;
        this.type = type;
        this.arguments = List.copyOf(arguments);
        this.payload = payload;
        boolean moves = op == Op.READ && ((Storage) payload).active();
        boolean jumps = op == Op.READ && ((Storage) payload).discrete();
        for (int i = 0; i < arguments.size(); i++) {
            jumps |= arguments.get(i).discrete;
            moves |= arguments.get(i).active && passesDerivative(i);
        }
        active = moves;
        discrete = jumps;
        binders = collectBinders();
    }

    /** Whether a derivative by one argument may exist. */
    boolean passesDerivative(int argument) {
        return switch (op) {
            case READ, TO_INT -> false;
            case CHOICE -> argument >= 2;
            case GIVEN -> argument % 2 == 1;
            case SUM -> argument == 2;
            case CALL -> call().differentiable(argument);
            default -> true;
        };
    }

    private Set<Binder> collectBinders() {
        if (op == Op.BINDER) {
            return Set.of(binder());
        }
        if (arguments.isEmpty()) {
            return Set.of();
        }
        if (arguments.size() == 1) {
            return arguments.get(0).binders;
        }
        Set<Binder> all = new LinkedHashSet<>();
        for (int i = 0; i < arguments.size(); i++) {
            all.addAll(arguments.get(i).binders);
        }
        if (op == Op.SUM) {
            all.remove(binder());
        }
        return all;
    }

    public int number() {
        return number;
    }

    public Op op() {
        return op;
    }

    public Type type() {
        return type;
    }

    public List<Term> arguments() {
        return arguments;
    }

    public Term argument(int i) {
        return arguments.get(i);
    }

    /** Whether it has a derivative by some continuous unknown. */
    public boolean active() {
        return active;
    }

    /** Whether its value depends on a discrete unknown. */
    public boolean discrete() {
        return discrete;
    }

    /** The free counters. */
    public Set<Binder> binders() {
        return binders;
    }

    public double constant() {
        return (Double) payload;
    }

    public int whole() {
        return (Integer) payload;
    }

    public Binder binder() {
        return (Binder) payload;
    }

    public Storage storage() {
        return (Storage) payload;
    }

    public Calls.Function call() {
        return (Calls.Function) payload;
    }

    public String comparison() {
        return (String) payload;
    }

    Object payload() {
        return payload;
    }

    public boolean isNumber(double value) {
        return op == Op.NUMBER && constant() == value;
    }

    /** Whether it is the logarithm of 1 + exp(-a) with a not below 0, as logistic terms have it. */
    public boolean isLogOfOnePlusExponential() {
        if (op != Op.CALL || !call().equals(Calls.LOG)) {
            return false;
        }
        Term sum = argument(0);
        return sum.op == Op.ADD
                && sum.argument(0).isNumber(1)
                && sum.argument(1).op == Op.CALL
                && sum.argument(1).call().equals(Calls.EXP_OF_NON_POSITIVE);
    }

    /** Every term in it that is a read, each once. */
    public List<Term> reads() {
        Set<Term> seen = new LinkedHashSet<>();
        List<Term> reads = new ArrayList<>();
        collectReads(seen, reads);
        return reads;
    }

    private void collectReads(Set<Term> seen, Collection<Term> reads) {
        if (!seen.add(this)) {
            return;
        }
        for (Term argument : arguments) {
            argument.collectReads(seen, reads);
        }
        if (op == Op.READ) {
            reads.add(this);
        }
    }

    /** The number of distinct terms in it. */
    public int weight() {
        Set<Term> seen = new LinkedHashSet<>();
        count(seen);
        return seen.size();
    }

    private void count(Set<Term> seen) {
        if (seen.add(this)) {
            arguments.forEach(a -> a.count(seen));
        }
    }

    @Override
    public String toString() {
        return new TermText().of(this);
    }
}
