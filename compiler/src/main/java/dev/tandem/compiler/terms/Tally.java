package dev.tandem.compiler.terms;

/**
 * A sum that is kept while its summands change one by one, and that does not depend on the order in which they did: every
 * summand is split into two multiples of fixed small numbers, and sums of those are exact. So a cursor that has come to a
 * state by many changes has the same bits there as one that starts in it.
 *
 * <p>A tally is an array of three: the coarse sum, the fine sum, and the number of summands that are minus infinity.
 */
public final class Tally {
    public static final int SIZE = 3;

    /** Adding and subtracting it rounds to multiples of 2^-20; sums of them are exact up to 2^33. */
    private static final double COARSE = 0x1.8p32;

    /** Rounds to multiples of 2^-52 in that way, for summands below 2^-21, of which four million keep below 2. */
    private static final double FINE = 1.5;

    private Tally() {}

    /** Adds a summand, or takes it away if sign is -1. */
    public static void add(double[] tally, double summand, double sign) {
        if (!(summand > Double.NEGATIVE_INFINITY)) {
            tally[2] += sign;
            return;
        }
        double coarse = (summand + COARSE) - COARSE;
        double fine = ((summand - coarse) + FINE) - FINE;
        tally[0] += sign * coarse;
        tally[1] += sign * fine;
    }

    /** The sum. */
    public static double value(double[] tally) {
        return tally[2] > 0 ? Double.NEGATIVE_INFINITY : tally[0] + tally[1];
    }

    /** A number of equal summands; none of them if there is none, whatever they are. */
    public static double times(double count, double summand) {
        return count == 0 ? 0 : count * summand;
    }
}
