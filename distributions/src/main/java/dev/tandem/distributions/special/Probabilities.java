package dev.tandem.distributions.special;

/**
 * Takes probabilities that rounding carried out of 0 to 1 for what they are: b / (1 - a), where a and b add up to 1, comes out as 1 plus a
 * little as often as not.
 */
public final class Probabilities {
    /** How far outside a probability may lie, or below zero a weight as a share of their sum. Quotients of small remainders lose this much. */
    public static final double SLACK = 1e-9;

    private Probabilities() {}

    /** The probability, or the end of 0 to 1 that it lies just outside of; what lies further outside, and NaN, stays as it is. */
    public static double of(double p) {
        if (p > 1 && p <= 1 + SLACK) {
            return 1;
        }
        return p < 0 && p >= -SLACK ? 0 : p;
    }

    /** Whether it is one, but for rounding. */
    public static boolean valid(double p) {
        return p >= -SLACK && p <= 1 + SLACK;
    }
}
