package dev.tandem.distributions.intervals;

import dev.tandem.distributions.special.Elementary;
import java.util.function.DoubleUnaryOperator;

/**
 * An interval that contains every value that a number, or any of several numbers, can take.
 *
 * <p>An end is zero, or infinite, only where the value itself can be, or be as near as one likes: products and quotients
 * that merely round to zero are kept off it, so that nothing is called impossible that is only improbable. NaN is no part
 * of an interval; whether it may be among the values is said apart.
 *
 * @param low no value is smaller
 * @param high no value is greater
 * @param whole whether it is surely a whole number
 * @param nan whether it may be NaN
 */
public record Interval(double low, double high, boolean whole, boolean nan) {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Anything, NaN too. */
    public static final Interval ANY = new Interval(-INFINITY, INFINITY, false, true);

    /** Any number. */
    public static final Interval REALS = between(-INFINITY, INFINITY);

    /** 0 or 1. */
    public static final Interval TRUTH = whole(0, 1);

    /** From 0 to 1. */
    public static final Interval SHARE = between(0, 1);

    /** Zero or more. */
    public static final Interval NOT_NEGATIVE = between(0, INFINITY);

    /** One number; anything, if it is NaN. */
    public static Interval point(double value) {
        if (Double.isNaN(value)) {
            return ANY;
        }
        return new Interval(value, value, value == Math.rint(value) && !Double.isInfinite(value), false);
    }

    public static Interval between(double low, double high) {
        return new Interval(low, high, false, false);
    }

    /** The whole numbers between two. */
    public static Interval whole(double low, double high) {
        return new Interval(low, high, true, false);
    }

    /** Whether it is one number, and surely so. */
    public boolean point() {
        return low == high && !nan;
    }

    public boolean contains(double value) {
        return Double.isNaN(value) ? nan : value >= low && value <= high;
    }

    public boolean within(double from, double to) {
        return low >= from && high <= to;
    }

    /** Whether no value is infinite. */
    public boolean finite() {
        return low > -INFINITY && high < INFINITY;
    }

    /** These numbers, of which it is not known any more whether they are whole. */
    public Interval fractional() {
        return new Interval(low, high, false, nan);
    }

    /** These numbers, which may be NaN only if that is said. */
    public Interval nan(boolean mayBeNaN) {
        return mayBeNaN == nan ? this : new Interval(low, high, whole, mayBeNaN);
    }

    /** What either of two can be. */
    public Interval or(Interval other) {
        return new Interval(
                Math.min(low, other.low), Math.max(high, other.high), whole && other.whole, nan || other.nan);
    }

    /** The part of it between bounds that are themselves not known exactly. */
    public Interval between(Interval lower, Interval upper) {
        double from = Math.max(low, whole ? Math.ceil(lower.low) : lower.low);
        double to = Math.min(high, whole ? Math.floor(upper.high) : upper.high);
        return new Interval(from, to, whole, nan);
    }

    public Interval negated() {
        return new Interval(-high, -low, whole, nan);
    }

    /** The sum; where infinities of both signs may meet it may be NaN. */
    public Interval plus(Interval other) {
        return new Interval(
                low == INFINITY || other.low == INFINITY ? INFINITY : low + other.low,
                high == -INFINITY || other.high == -INFINITY ? -INFINITY : high + other.high,
                whole && other.whole,
                nan
                        || other.nan
                        || (low == -INFINITY && other.high == INFINITY)
                        || (high == INFINITY && other.low == -INFINITY));
    }

    /** The product; where zero and infinity may meet it may be NaN. */
    public Interval times(Interval other) {
        double a = product(low, other.low);
        double b = product(low, other.high);
        double c = product(high, other.low);
        double d = product(high, other.high);
        return new Interval(
                Math.min(Math.min(a, b), Math.min(c, d)),
                Math.max(Math.max(a, b), Math.max(c, d)),
                whole && other.whole,
                nan || other.nan || zeroTimesInfinity(this, other) || zeroTimesInfinity(other, this));
    }

    private static boolean zeroTimesInfinity(Interval a, Interval b) {
        return a.low <= 0 && a.high >= 0 && !b.finite();
    }

    /** Zero times what is infinite is NaN, which is said apart; a product that rounds to zero is not zero. */
    private static double product(double a, double b) {
        if (a == 0 || b == 0) {
            return 0;
        }
        double product = a * b;
        return product == 0 ? Math.copySign(Double.MIN_VALUE, Math.signum(a) * Math.signum(b)) : product;
    }

    /** The quotient; anything, if the divisor may be zero. */
    public Interval over(Interval divisor) {
        if (divisor.low <= 0 && divisor.high >= 0) {
            return ANY;
        }
        boolean both = !finite() && !divisor.finite();
        Interval inverse = new Interval(inverse(divisor.high), inverse(divisor.low), false, divisor.nan || both);
        return times(inverse);
    }

    private static double inverse(double x) {
        double inverse = 1 / x;
        return inverse == 0 && !Double.isInfinite(x) ? Math.copySign(Double.MIN_VALUE, x) : inverse;
    }

    /** The quotient of whole numbers, rounded down; anything, unless the divisor is one number above zero. */
    public Interval quotient(Interval divisor) {
        return divisor.low == divisor.high && divisor.low > 0
                ? new Interval(Math.floor(low / divisor.low), Math.floor(high / divisor.low), true, nan || divisor.nan)
                : ANY;
    }

    /** What a conversion to 32 bits makes of it: fractions are cut off, what is beyond stops there, and NaN becomes zero. */
    public Interval truncated() {
        int from = (int) low;
        int to = (int) high;
        return whole(nan ? Math.min(0, from) : from, nan ? Math.max(0, to) : to);
    }

    /** A power; a negative base with an exponent that is not 2 may give anything. */
    public Interval power(Interval exponent) {
        if (point() && exponent.point()) {
            return point(positivePower(low, exponent.low));
        }
        boolean either = nan || exponent.nan;
        if (exponent.low == 2 && exponent.high == 2) {
            Interval square = times(this);
            return new Interval(Math.max(0, square.low), square.high, whole, either);
        }
        if (low < 0) {
            return ANY;
        }
        double a = positivePower(low, exponent.low);
        double b = positivePower(low, exponent.high);
        double c = positivePower(high, exponent.low);
        double d = positivePower(high, exponent.high);
        double least = Math.min(Math.min(a, b), Math.min(c, d));
        if (Double.isNaN(least)) {
            return NOT_NEGATIVE.nan(true);
        }
        double most = Math.max(Math.max(a, b), Math.max(c, d));
        // One to the power of infinity is NaN, and one may lie inside.
        boolean one = low <= 1 && high >= 1 && !exponent.finite();
        return new Interval(least, most, whole && exponent.whole && exponent.low >= 0, either || one);
    }

    /** A power that merely rounds to zero is not zero. */
    private static double positivePower(double base, double exponent) {
        double power = Elementary.pow(base, exponent);
        return power == 0 && base != 0 && !Double.isInfinite(base) && !Double.isInfinite(exponent)
                ? Double.MIN_VALUE
                : power;
    }

    // Under functions of one number

    /** Under a function that never falls. */
    public Interval rising(DoubleUnaryOperator function) {
        return new Interval(function.applyAsDouble(low), function.applyAsDouble(high), false, nan);
    }

    /** Under a function that never falls and is NaN outside an interval. */
    public Interval rising(DoubleUnaryOperator function, Interval domain) {
        return disjoint(domain) ? ANY : inside(domain).rising(function);
    }

    /** Under a function that never rises and is NaN outside an interval. */
    public Interval falling(DoubleUnaryOperator function, Interval domain) {
        if (disjoint(domain)) {
            return ANY;
        }
        Interval x = inside(domain);
        return new Interval(function.applyAsDouble(x.high), function.applyAsDouble(x.low), false, x.nan);
    }

    /** Under a function that falls up to a point, rises from there on, and is NaN outside an interval. */
    public Interval convex(DoubleUnaryOperator function, double lowest, Interval domain) {
        if (disjoint(domain)) {
            return ANY;
        }
        Interval x = inside(domain);
        double from = function.applyAsDouble(x.low);
        double to = function.applyAsDouble(x.high);
        boolean around = x.low <= lowest && x.high >= lowest;
        double least = around ? function.applyAsDouble(lowest) : Math.min(from, to);
        return new Interval(least, Math.max(from, to), false, x.nan);
    }

    private boolean disjoint(Interval domain) {
        return low > domain.high || high < domain.low;
    }

    /** The part inside a domain; the rest gives NaN. */
    private Interval inside(Interval domain) {
        return low >= domain.low && high <= domain.high
                ? this
                : new Interval(Math.max(low, domain.low), Math.min(high, domain.high), whole, true);
    }

    /** The logarithm; of a negative number it is NaN. */
    public Interval log() {
        return rising(Elementary::log, NOT_NEGATIVE);
    }

    public Interval abs() {
        return new Interval(low > 0 ? low : high < 0 ? -high : 0, Math.max(Math.abs(low), Math.abs(high)), whole, nan);
    }

    /**
     * A function that comes as near to two ends as one likes but has neither of them as its value for a finite argument:
     * what rounds to an end is kept off it.
     */
    public static DoubleUnaryOperator strictlyBetween(double lower, double upper, DoubleUnaryOperator function) {
        double least = Double.isInfinite(lower) ? lower : Math.nextUp(lower);
        double most = Double.isInfinite(upper) ? upper : Math.nextDown(upper);
        return x -> {
            double value = function.applyAsDouble(x);
            return Double.isInfinite(x) ? value : Math.min(most, Math.max(least, value));
        };
    }
}
