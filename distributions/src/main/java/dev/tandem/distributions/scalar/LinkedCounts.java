package dev.tandem.distributions.scalar;

/**
 * The log probability of x successes in n trials, the binomial coefficient left out, by the linear predictor of the
 * success probability: exact where the probability itself rounds to 0 or 1.
 */
public final class LinkedCounts {
    private LinkedCounts() {}

    /** With the complementary log-log link: success has probability 1 - exp(-exp(predictor)). */
    public static double ofCloglog(double x, double n, double predictor) {
        double rate = Math.exp(predictor);
        // For small rates the probability of success is the rate to all digits.
        double logSuccess = predictor < -40 ? predictor : Math.log(-Math.expm1(-rate));
        return times(x, logSuccess) - times(n - x, rate);
    }

    /** Its derivative by the predictor. */
    public static double ofCloglogBy(double x, double n, double predictor) {
        double rate = Math.exp(predictor);
        return times(x, rate == 0 ? 1 : rate / Math.expm1(rate)) - times(n - x, rate);
    }

    /** Nothing counted weighs nothing, however improbable it is. */
    private static double times(double count, double amount) {
        return count == 0 ? 0 : count * amount;
    }
}
