package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;

/** The normaliser of {@code T(lower, upper)}: log Pr(lower &lt;= X &lt;= upper), stable in both tails. */
public final class Truncation {
    private Truncation() {}

    /** From the log distribution functions at the bounds: whichever tail holds less is the one subtracted. */
    public static double logProbability(
            double logCumulativeLower, double logSurvivalLower, double logCumulativeUpper, double logSurvivalUpper) {
        if (logSurvivalLower < logCumulativeUpper) {
            return Exponentials.logDifference(logSurvivalLower, logSurvivalUpper);
        }
        return Exponentials.logDifference(logCumulativeUpper, logCumulativeLower);
    }

    /** log Pr(lower &lt;= X &lt;= upper); infinite bounds mean none, and a discrete lower bound is included. */
    public static double logProbability(ScalarDistribution distribution, double lower, double upper, double... p) {
        double below = distribution.discrete() ? Math.ceil(lower) - 1 : lower;
        return logProbability(
                distribution.logCumulative(below, p),
                distribution.logSurvival(below, p),
                distribution.logCumulative(upper, p),
                distribution.logSurvival(upper, p));
    }

    /** Its derivative by a bound of a continuous distribution is this, negated for the lower bound. */
    public static double byUpper(double logDensityAtBound, double logProbability) {
        return Elementary.exp(logDensityAtBound - logProbability);
    }

    /**
     * The derivative of the distribution function at a bound over the probability, for a parameter that moves the
     * quantile there: minus the density times that movement.
     */
    public static double byMovement(double logDensityAtBound, double logProbability, double movement) {
        return logDensityAtBound == Double.NEGATIVE_INFINITY
                ? 0
                : -movement * Elementary.exp(logDensityAtBound - logProbability);
    }

    /** A derivative of the distribution function over a probability, which may be too small for a double. */
    public static double scaled(double derivative, double logProbability) {
        // Zero stays zero: nothing can be said about what was too small for a double.
        return derivative == 0
                ? 0
                : Math.copySign(Elementary.exp(Elementary.log(Math.abs(derivative)) - logProbability), derivative);
    }

    /** Its derivative by a parameter, from the derivatives of the distribution function at the two bounds. */
    public static double byParameter(double atLower, double atUpper, double logProbability) {
        return (atUpper - atLower) * Elementary.exp(-logProbability);
    }
}
