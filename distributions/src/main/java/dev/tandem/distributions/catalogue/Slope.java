package dev.tandem.distributions.catalogue;

/**
 * The derivative of a function by one of its arguments, as data: it can be worked out in numbers, and becomes terms of a
 * gradient that share what the function itself has computed.
 */
public sealed interface Slope {
    /** Numbers, terms, or whatever else slopes are worked out in. */
    interface Arithmetic<T> {
        /** The value of the function at hand. */
        T value();

        T argument(int i);

        T number(double value);

        T negative(T a);

        T minus(T a, T b);

        T times(T a, T b);

        T over(T a, T b);

        /** A method of all arguments of the function. */
        T call(Class<?> owner, String method);
    }

    /** Works it out. */
    <T> T in(Arithmetic<T> arithmetic);

    /** No derivative. */
    record None() implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            throw new IllegalStateException("no derivative");
        }
    }

    /** The value of the function. */
    record Value() implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            return arithmetic.value();
        }
    }

    /** An argument of the function. */
    record Argument(int i) implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            return arithmetic.argument(i);
        }
    }

    /** A number. */
    record Fixed(double value) implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            return arithmetic.number(value);
        }
    }

    /** What another one is, with the opposite sign. */
    record Negative(Slope of) implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            return arithmetic.negative(of.in(arithmetic));
        }
    }

    /** Something made of two others. */
    record Pair(Kind kind, Slope first, Slope second) implements Slope {
        /** How the two are put together. */
        public enum Kind {
            MINUS,
            TIMES,
            OVER
        }

        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            T a = first.in(arithmetic);
            T b = second.in(arithmetic);
            return switch (kind) {
                case MINUS -> arithmetic.minus(a, b);
                case TIMES -> arithmetic.times(a, b);
                case OVER -> arithmetic.over(a, b);
            };
        }
    }

    /** A static method of all arguments of the function. */
    record Call(Class<?> owner, String method) implements Slope {
        @Override
        public <T> T in(Arithmetic<T> arithmetic) {
            return arithmetic.call(owner, method);
        }
    }

    /** There is none: the function jumps, or is flat in between. */
    static Slope none() {
        return new None();
    }

    /** The value of the function, as in the derivative of an exponential. */
    static Slope value() {
        return new Value();
    }

    static Slope argument(int i) {
        return new Argument(i);
    }

    static Slope number(double value) {
        return new Fixed(value);
    }

    static Slope negative(Slope of) {
        return new Negative(of);
    }

    static Slope minus(Slope first, Slope second) {
        return new Pair(Pair.Kind.MINUS, first, second);
    }

    static Slope times(Slope first, Slope second) {
        return new Pair(Pair.Kind.TIMES, first, second);
    }

    static Slope over(Slope first, Slope second) {
        return new Pair(Pair.Kind.OVER, first, second);
    }

    static Slope call(Class<?> owner, String method) {
        return new Call(owner, method);
    }

    /** Whether there is one. */
    default boolean exists() {
        return !(this instanceof None);
    }
}
