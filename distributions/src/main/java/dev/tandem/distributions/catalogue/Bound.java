package dev.tandem.distributions.catalogue;

import java.util.Set;
import java.util.TreeSet;

/**
 * An end of the values that a distribution can give, as data: it can be worked out from numbers, from intervals or from
 * the text of a model, by whoever knows the parameters in one of these ways.
 */
public sealed interface Bound {
    /** What is known of the parameters, which are counted from 0. */
    interface Known {
        /** No value of the parameter is smaller. */
        double least(int parameter);

        /** No value of the parameter is greater. */
        double greatest(int parameter);

        /** The number of its elements, infinite if it is not known. */
        double size(int parameter);
    }

    /** The smallest that this end can be. */
    double least(Known known);

    /** The greatest that this end can be. */
    double greatest(Known known);

    /** The parameters whose values it depends on. */
    default Set<Integer> values() {
        return Set.of();
    }

    /** The parameters whose number of elements it depends on. */
    default Set<Integer> sizes() {
        return Set.of();
    }

    /** A number. */
    record Fixed(double value) implements Bound {
        @Override
        public double least(Known known) {
            return value;
        }

        @Override
        public double greatest(Known known) {
            return value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Fixed fixed && Double.compare(value, fixed.value) == 0;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(value);
        }
    }

    /** The value of a parameter. */
    record Value(int parameter) implements Bound {
        @Override
        public double least(Known known) {
            return known.least(parameter);
        }

        @Override
        public double greatest(Known known) {
            return known.greatest(parameter);
        }

        @Override
        public Set<Integer> values() {
            return Set.of(parameter);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Value value && parameter == value.parameter;
        }

        @Override
        public int hashCode() {
            return parameter;
        }
    }

    /**
     * The number of elements of a parameter, or of its rows if it is a square matrix, and so many more.
     *
     * @param noun what an element stands for, for messages
     */
    record Count(int parameter, boolean rows, int beyond, String noun) implements Bound {
        /** Those of the parameter itself. */
        public double number(Known known) {
            double size = known.size(parameter);
            return rows ? Math.rint(Math.sqrt(size)) : size;
        }

        @Override
        public double least(Known known) {
            return number(known) + beyond;
        }

        @Override
        public double greatest(Known known) {
            return number(known) + beyond;
        }

        @Override
        public Set<Integer> sizes() {
            return Set.of(parameter);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Count count
                    && parameter == count.parameter
                    && rows == count.rows
                    && beyond == count.beyond
                    && noun.equals(count.noun);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * parameter + Boolean.hashCode(rows)) + beyond) + noun.hashCode();
        }
    }

    /** Something made of two others. */
    record Pair(Kind kind, Bound first, Bound second) implements Bound {
        /** How the two are put together. */
        public enum Kind {
            SMALLER,
            GREATER,
            /** The first less the second, zero at least. */
            REST
        }

        @Override
        public double least(Known known) {
            return of(first.least(known), kind == Kind.REST ? second.greatest(known) : second.least(known));
        }

        @Override
        public double greatest(Known known) {
            return of(first.greatest(known), kind == Kind.REST ? second.least(known) : second.greatest(known));
        }

        private double of(double a, double b) {
            return switch (kind) {
                case SMALLER -> Math.min(a, b);
                case GREATER -> Math.max(a, b);
                case REST -> a > b ? a - b : 0;
            };
        }

        @Override
        public Set<Integer> values() {
            return union(first.values(), second.values());
        }

        @Override
        public Set<Integer> sizes() {
            return union(first.sizes(), second.sizes());
        }

        private static Set<Integer> union(Set<Integer> a, Set<Integer> b) {
            Set<Integer> union = new TreeSet<>(a);
            union.addAll(b);
            return union;
        }
    }

    static Bound fixed(double value) {
        return new Fixed(value);
    }

    /** No lower end. */
    static Bound openBelow() {
        return new Fixed(Double.NEGATIVE_INFINITY);
    }

    /** No upper end. */
    static Bound openAbove() {
        return new Fixed(Double.POSITIVE_INFINITY);
    }

    static Bound value(int parameter) {
        return new Value(parameter);
    }

    /** The number of elements of a parameter, and so many more. */
    static Bound elements(int parameter, int beyond, String noun) {
        return new Count(parameter, false, beyond, noun);
    }

    /** The number of rows of a square matrix. */
    static Bound rows(int parameter, String noun) {
        return new Count(parameter, true, 0, noun);
    }

    static Bound smaller(Bound first, Bound second) {
        return new Pair(Pair.Kind.SMALLER, first, second);
    }

    static Bound greater(Bound first, Bound second) {
        return new Pair(Pair.Kind.GREATER, first, second);
    }

    /** The first less the second, zero at least. */
    static Bound rest(Bound first, Bound second) {
        return new Pair(Pair.Kind.REST, first, second);
    }
}
