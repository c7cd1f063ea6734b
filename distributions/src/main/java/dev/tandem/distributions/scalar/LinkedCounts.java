package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;

/**
 * The log probability of x successes in n trials, the binomial coefficient left out, by the linear predictor of the
 * success probability: exact where the probability itself rounds to 0 or 1.
 */
public final class LinkedCounts {
    private static final double FARTHEST = -300;

    private LinkedCounts() {}

    /** With the complementary log-log link: success has probability 1 - exp(-exp(predictor)). */
    public static double ofCloglog(double x, double n, double predictor) {
        double rate = Elementary.exp(predictor);
        // For small rates the probability of success is the rate to all digits.
        double logSuccess = predictor < -40 ? predictor : Elementary.log(-Elementary.expm1(-rate));
        return times(x, logSuccess) - times(n - x, rate);
    }

    /** Its derivative by the predictor. */
    public static double ofCloglogBy(double x, double n, double predictor) {
        double rate = Elementary.exp(predictor);
        return times(x, rate == 0 ? 1 : rate / Elementary.expm1(rate)) - times(n - x, rate);
    }

    // One trial, in parts that a value and its derivative share, and of which sums are made by products.

    /** The predictor, no farther down than a product of two probabilities is a normal number. */
    public static double within(double predictor) {
        return Math.max(predictor, FARTHEST);
    }

    /** How much less the predictor is: there the log probability of success is the predictor itself. */
    public static double beyond(double predictor) {
        return Math.min(predictor - FARTHEST, 0);
    }

    /** The probability of success where there was one, else 1. */
    public static double successOrOne(double x, double success) {
        return x == 1 ? success : 1;
    }

    /** The derivative of the log probability of success by the predictor. */
    public static double bySuccess(double rate, double success) {
        double failure = 1 - success;
        return failure == 0 ? 0 : rate * failure / success;
    }

    /** Nothing counted weighs nothing, however improbable it is. */
    private static double times(double count, double amount) {
        return count == 0 ? 0 : count * amount;
    }
}
