package dev.tandem.compiler.graph;

import dev.tandem.distributions.catalogue.Numbers;
import java.util.function.DoubleUnaryOperator;

/**
 * Values that an unknown number may take, or any of several.
 *
 * @param low the smallest, or minus infinity
 * @param high the largest, or infinity
 * @param whole whether it is surely a whole number
 */
public record Interval(double low, double high, boolean whole) {
    static final Interval ANY = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
    static final Interval TRUTH = new Interval(0, 1, true);
    static final Interval SHARE = new Interval(0, 1, false);
    static final Interval POSITIVE = new Interval(0, Double.POSITIVE_INFINITY, false);

    static Interval point(double value) {
        return new Interval(value, value, value == Math.rint(value) && !Double.isInfinite(value));
    }

    public static Interval between(double low, double high) {
        return new Interval(low, high, false);
    }

    static Interval whole(double low, double high) {
        return new Interval(low, high, true);
    }

    public Interval or(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high), whole && other.whole);
    }

    /** The part of it between bounds that are themselves not known exactly. */
    Interval between(Interval lower, Interval upper) {
        double from = Math.max(low, whole ? Math.ceil(lower.low) : lower.low);
        double to = Math.min(high, whole ? Math.floor(upper.high) : upper.high);
        return new Interval(from, to, whole);
    }

    Interval negated() {
        return new Interval(-high, -low, whole);
    }

    Interval plus(Interval other) {
        return safe(low + other.low, high + other.high, whole && other.whole);
    }

    Interval times(Interval other) {
        double a = product(low, other.low);
        double b = product(low, other.high);
        double c = product(high, other.low);
        double d = product(high, other.high);
        return safe(
                Math.min(Math.min(a, b), Math.min(c, d)),
                Math.max(Math.max(a, b), Math.max(c, d)),
                whole && other.whole);
    }

    /** Zero times what is unbounded is zero at that end: the bound itself is never reached. */
    private static double product(double a, double b) {
        return a == 0 || b == 0 ? 0 : a * b;
    }

    Interval over(Interval divisor) {
        if (divisor.low <= 0 && divisor.high >= 0) {
            return ANY;
        }
        Interval result = times(new Interval(1 / divisor.high, 1 / divisor.low, false));
        return new Interval(result.low, result.high, false);
    }

    /** Under a function that never falls. */
    Interval rising(DoubleUnaryOperator function, boolean makesWhole) {
        return safe(function.applyAsDouble(low), function.applyAsDouble(high), makesWhole);
    }

    private static Interval safe(double low, double high, boolean whole) {
        return new Interval(
                Double.isNaN(low) ? Double.NEGATIVE_INFINITY : low,
                Double.isNaN(high) ? Double.POSITIVE_INFINITY : high,
                whole);
    }

    boolean within(double from, double to) {
        return low >= from && high <= to;
    }

    /** In words that follow "may be": anything, from 1 to 3, 0 or more. */
    public String words() {
        if (low == Double.NEGATIVE_INFINITY && high == Double.POSITIVE_INFINITY) {
            return "any number";
        }
        if (low == Double.NEGATIVE_INFINITY) {
            return Numbers.show(high) + " or less";
        }
        if (high == Double.POSITIVE_INFINITY) {
            return Numbers.show(low) + " or more";
        }
        return "from " + Numbers.show(low) + " to " + Numbers.show(high);
    }
}
