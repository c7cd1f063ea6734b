package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteGamma;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import dev.tandem.distributions.special.Saddlepoint;
import org.apache.commons.rng.UniformRandomProvider;

/** The Poisson distribution. */
public final class Poisson {
    private Poisson() {}

    /** The log density of {@code dpois} at x. */
    public static double logDensity(double x, double mean) {
        if (!(x >= 0 && x == Math.rint(x) && mean >= 0)) {
            return Outside.of(x, mean);
        }
        return Saddlepoint.logPoisson(x, mean);
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean) {
        return x == 0 ? -1 : x / mean - 1;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean) {
        if (x == Double.POSITIVE_INFINITY) {
            return 1;
        }
        return x < 0 ? 0 : IncompleteGamma.upper(Math.floor(x) + 1, mean);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return x < 0 ? 1 : IncompleteGamma.lower(Math.floor(x) + 1, mean);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return x < 0 ? Double.NEGATIVE_INFINITY : IncompleteGamma.logUpper(Math.floor(x) + 1, mean);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean) {
        if (x == Double.POSITIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
        }
        return x < 0 ? 0 : IncompleteGamma.logLower(Math.floor(x) + 1, mean);
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean) {
        return c1(x, mean, 0);
    }

    /** d cumulative / d mean over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double mean, double logScale) {
        return x < 0 || Double.isInfinite(x) ? 0 : -Elementary.exp(logDensity(Math.floor(x), mean) - logScale);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean) {
        return Quantiles.discrete(x -> cumulative(x, mean), x -> survival(x, mean), p, lower(mean), upper(mean));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean) {
        return Draws.poisson(rng, mean);
    }

    /** The lower end of the support. */
    public static double lower(double mean) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double mean) {
        return Double.POSITIVE_INFINITY;
    }

    /** The log density with the mean given as its logarithm. */
    public static double logDensityOfLog(double x, double eta) {
        if (!(x >= 0 && x == Math.rint(x))) {
            return Outside.of(x, eta);
        }
        return x * eta - Elementary.exp(eta) - GammaFunction.logFactorial(x);
    }

    /** The derivative of {@link #logDensityOfLog} by the logarithm of the mean. */
    public static double byLog(double x, double eta) {
        return x - Elementary.exp(eta);
    }
}
