package dev.tandem.compiler.terms;

import dev.tandem.compiler.code.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Makes terms: equal ones once only, with the simplifications that need no thought. */
public final class Terms {
    /** Written out, since what Java makes of records costs more to link than a small model to compile. */
    private record Key(Term.Op op, List<Term> arguments, Object payload) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && op == key.op
                    && arguments.equals(key.arguments)
                    && Objects.equals(payload, key.payload);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * op.hashCode() + arguments.hashCode()) + Objects.hashCode(payload);
        }
    }

    private final Map<Key, Term> known = new HashMap<>();

    private Term make(Term.Op op, Type type, Object payload, Term... arguments) {
        List<Term> list = List.of(arguments);
        return known.computeIfAbsent(
                new Key(op, list, payload), key -> new Term(known.size(), op, type, list, payload));
    }

    public Term number(double value) {
        return make(Term.Op.NUMBER, Type.DOUBLE, value);
    }

    public Term whole(int value) {
        return make(Term.Op.WHOLE, Type.INT, value);
    }

    public Term binder(Binder binder) {
        return make(Term.Op.BINDER, Type.INT, binder);
    }

    /** The element of storage at a position from 0; constants with a constant position are read at once. */
    public Term read(Storage storage, Term position) {
        if (storage.constant() && position.op() == Term.Op.WHOLE) {
            return storage.isTable()
                    ? whole(storage.wholes()[position.whole()])
                    : number(storage.values()[position.whole()]);
        }
        return make(Term.Op.READ, storage.isTable() ? Type.INT : Type.DOUBLE, storage, position);
    }

    /** A whole number as a real one. */
    public Term real(Term a) {
        if (a.type() == Type.DOUBLE) {
            return a;
        }
        return a.op() == Term.Op.WHOLE ? number(a.whole()) : make(Term.Op.TO_DOUBLE, Type.DOUBLE, null, a);
    }

    /** A real number that is known to be whole as a whole one. */
    public Term integer(Term a) {
        if (a.type() == Type.INT) {
            return a;
        }
        if (a.op() == Term.Op.TO_DOUBLE) {
            return a.argument(0);
        }
        return a.op() == Term.Op.NUMBER ? whole((int) a.constant()) : make(Term.Op.TO_INT, Type.INT, null, a);
    }

    private boolean bothWhole(Term a, Term b) {
        return a.op() == Term.Op.WHOLE && b.op() == Term.Op.WHOLE;
    }

    private boolean bothNumbers(Term a, Term b) {
        return a.op() == Term.Op.NUMBER && b.op() == Term.Op.NUMBER;
    }

    public Term add(Term a, Term b) {
        if (a.type() == Type.INT && b.type() == Type.INT) {
            return addWhole(a, b);
        }
        Term x = real(a);
        Term y = real(b);
        if (bothNumbers(x, y)) {
            return number(x.constant() + y.constant());
        }
        if (x.isNumber(0)) {
            return y;
        }
        if (y.isNumber(0)) {
            return x;
        }
        return make(Term.Op.ADD, Type.DOUBLE, null, x, y);
    }

    private Term addWhole(Term a, Term b) {
        if (bothWhole(a, b)) {
            return whole(a.whole() + b.whole());
        }
        if (a.op() == Term.Op.WHOLE) {
            return addWhole(b, a);
        }
        if (b.op() == Term.Op.WHOLE) {
            if (b.whole() == 0) {
                return a;
            }
            if (a.op() == Term.Op.ADD && a.argument(1).op() == Term.Op.WHOLE) {
                return addWhole(a.argument(0), whole(a.argument(1).whole() + b.whole()));
            }
        }
        return make(Term.Op.ADD, Type.INT, null, a, b);
    }

    public Term subtract(Term a, Term b) {
        if (a.type() == Type.INT && b.type() == Type.INT) {
            if (b.op() == Term.Op.WHOLE) {
                return addWhole(a, whole(-b.whole()));
            }
            if (a.op() == Term.Op.ADD && a.argument(1).op() == Term.Op.WHOLE && a.argument(0) == b) {
                return a.argument(1);
            }
            return a == b ? whole(0) : make(Term.Op.SUBTRACT, Type.INT, null, a, b);
        }
        Term x = real(a);
        Term y = real(b);
        if (bothNumbers(x, y)) {
            return number(x.constant() - y.constant());
        }
        if (y.isNumber(0)) {
            return x;
        }
        if (x.isNumber(0)) {
            return negate(y);
        }
        return make(Term.Op.SUBTRACT, Type.DOUBLE, null, x, y);
    }

    public Term multiply(Term a, Term b) {
        if (a.type() == Type.INT && b.type() == Type.INT) {
            if (bothWhole(a, b)) {
                return whole(Math.multiplyExact(a.whole(), b.whole()));
            }
            if (a.op() == Term.Op.WHOLE) {
                return multiply(b, a);
            }
            if (b.op() == Term.Op.WHOLE && b.whole() == 1) {
                return a;
            }
            if (b.op() == Term.Op.WHOLE && b.whole() == 0) {
                return b;
            }
            if (b.op() == Term.Op.WHOLE
                    && a.op() == Term.Op.ADD
                    && a.argument(1).op() == Term.Op.WHOLE) {
                return addWhole(multiply(a.argument(0), b), whole(a.argument(1).whole() * b.whole()));
            }
            return make(Term.Op.MULTIPLY, Type.INT, null, a, b);
        }
        Term x = real(a);
        Term y = real(b);
        if (bothNumbers(x, y)) {
            return number(x.constant() * y.constant());
        }
        if (x.isNumber(1)) {
            return y;
        }
        if (y.isNumber(1)) {
            return x;
        }
        if (x.isNumber(-1)) {
            return negate(y);
        }
        if (y.isNumber(-1)) {
            return negate(x);
        }
        return make(Term.Op.MULTIPLY, Type.DOUBLE, null, x, y);
    }

    public Term divide(Term a, Term b) {
        Term x = real(a);
        Term y = real(b);
        if (bothNumbers(x, y)) {
            return number(x.constant() / y.constant());
        }
        return y.isNumber(1) ? x : make(Term.Op.DIVIDE, Type.DOUBLE, null, x, y);
    }

    /** The whole part of a quotient of whole numbers. */
    public Term quotient(Term a, Term b) {
        if (bothWhole(a, b)) {
            return whole(a.whole() / b.whole());
        }
        return make(Term.Op.QUOTIENT, Type.INT, null, a, b);
    }

    public Term negate(Term a) {
        if (a.op() == Term.Op.NUMBER) {
            return number(-a.constant());
        }
        if (a.op() == Term.Op.WHOLE) {
            return whole(-a.whole());
        }
        return a.op() == Term.Op.NEGATE ? a.argument(0) : make(Term.Op.NEGATE, a.type(), null, a);
    }

    public Term call(Calls.Function function, Term... arguments) {
        Term[] reals = new Term[arguments.length];
        boolean constant = true;
        for (int i = 0; i < arguments.length; i++) {
            reals[i] = real(arguments[i]);
            constant &= reals[i].op() == Term.Op.NUMBER;
        }
        if (constant) {
            double[] values = new double[reals.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = reals[i].constant();
            }
            return number(function.apply(values));
        }
        Term simpler = function.simplified(this, List.of(reals));
        return simpler != null ? simpler : make(Term.Op.CALL, Type.DOUBLE, function, reals);
    }

    /** log(1 + exp(eta)), whose derivative shares the exponential. */
    public Term softplus(Term eta) {
        Term distance = call(Calls.ABS, eta);
        Term positive = multiply(number(0.5), add(eta, distance));
        Term small = call(Calls.EXP_OF_NON_POSITIVE, negate(distance));
        Term sum = add(number(1), small);
        Term value = add(positive, call(Calls.LOG, sum));
        Term numerator = call(Calls.ONE_IF_NEGATIVE, negate(eta), small);
        return given(value, eta, divide(numerator, sum));
    }

    /** The log probability of x, 0 or 1, by the logit of the probability of 1. */
    public Term logBernoulliOfLogit(Term x, Term eta) {
        return subtract(multiply(x, eta), softplus(eta));
    }

    /** {@code left comparison right ? a : b}. */
    public Term choice(String comparison, Term left, Term right, Term a, Term b) {
        if (a == b) {
            return a;
        }
        boolean whole = left.type() == Type.INT && right.type() == Type.INT;
        Term l = whole ? left : real(left);
        Term r = whole ? right : real(right);
        boolean wholeResult = a.type() == Type.INT && b.type() == Type.INT;
        return make(
                Term.Op.CHOICE,
                wholeResult ? Type.INT : Type.DOUBLE,
                comparison,
                l,
                r,
                wholeResult ? a : real(a),
                wholeResult ? b : real(b));
    }

    /** A value with derivatives that are given: v, p1, d1, p2, d2, ... */
    public Term given(Term... parts) {
        return parts[0].op() == Term.Op.NUMBER ? parts[0] : make(Term.Op.GIVEN, Type.DOUBLE, null, parts);
    }

    public Term sum(Binder binder, Term first, Term last, Term body) {
        if (first == last) {
            return replace(body, t -> t.op() == Term.Op.BINDER && t.binder() == binder ? first : null);
        }
        return make(Term.Op.SUM, Type.DOUBLE, binder, first, last, real(body));
    }

    /** The term with every part for which {@code replacement} gives something exchanged for that, outermost first. */
    public Term replace(Term term, Function<Term, Term> replacement) {
        return replace(term, replacement, new HashMap<>());
    }

    private Term replace(Term term, Function<Term, Term> replacement, Map<Term, Term> done) {
        Term present = done.get(term);
        if (present != null) {
            return present;
        }
        Term replaced = replacement.apply(term);
        if (replaced == null) {
            List<Term> arguments = new ArrayList<>();
            for (Term argument : term.arguments()) {
                arguments.add(replace(argument, replacement, done));
            }
            replaced = arguments.equals(term.arguments()) ? term : rebuild(term, arguments);
        }
        done.put(term, replaced);
        return replaced;
    }

    private Term rebuild(Term term, List<Term> a) {
        return switch (term.op()) {
            case READ -> read(term.storage(), a.get(0));
            case TO_INT -> integer(a.get(0));
            case TO_DOUBLE -> real(a.get(0));
            case ADD -> add(a.get(0), a.get(1));
            case SUBTRACT -> subtract(a.get(0), a.get(1));
            case MULTIPLY -> multiply(a.get(0), a.get(1));
            case DIVIDE -> divide(a.get(0), a.get(1));
            case QUOTIENT -> quotient(a.get(0), a.get(1));
            case NEGATE -> negate(a.get(0));
            case CALL -> call(term.call(), a.toArray(new Term[0]));
            case CHOICE -> choice(term.comparison(), a.get(0), a.get(1), a.get(2), a.get(3));
            case GIVEN -> given(a.toArray(new Term[0]));
            case SUM -> sum(term.binder(), a.get(0), a.get(1), a.get(2));
            default -> throw new IllegalStateException("no parts: " + term);
        };
    }

    /** The derivative of a term by one of its arguments, itself a term. */
    public Term partial(Term term, int argument) {
        return switch (term.op()) {
            case TO_DOUBLE -> number(1);
            case ADD -> number(1);
            case SUBTRACT -> number(argument == 0 ? 1 : -1);
            case MULTIPLY -> term.argument(1 - argument);
            case DIVIDE -> argument == 0 ? divide(number(1), term.argument(1)) : negate(divide(term, term.argument(1)));
            case NEGATE -> number(-1);
            case GIVEN -> term.argument(argument + 1);
            case CALL -> term.call().partial(this, term, argument);
            case CHOICE ->
                choice(
                        term.comparison(),
                        term.argument(0),
                        term.argument(1),
                        number(argument == 2 ? 1 : 0),
                        number(argument == 3 ? 1 : 0));
            default -> throw new IllegalStateException("no derivative of " + term);
        };
    }
}
