package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.IncompleteBeta;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Probabilities;
import dev.tandem.distributions.special.Quantiles;
import dev.tandem.distributions.special.Saddlepoint;
import org.apache.commons.rng.UniformRandomProvider;

/** The binomial distribution by probability and size. */
public final class Binomial {
    private Binomial() {}

    /** The log density of {@code dbin} at x. */
    public static double logDensity(double x, double probability, double size) {
        double p = Probabilities.of(probability);
        if (!(x >= 0 && x <= size && x == Math.rint(x) && size == Math.rint(size) && p >= 0 && p <= 1)) {
            return Outside.of(x, p, size);
        }
        return Saddlepoint.logBinomial(x, size, p, 1 - p);
    }

    /** d log density / d probability. */
    public static double d1(double x, double probability, double size) {
        double successes = x == 0 ? 0 : x / probability;
        return x == size ? successes : successes - (size - x) / (1 - probability);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double probability, double size) {
        return x < 0 ? 0 : x >= size ? 1 : IncompleteBeta.upper(probability, Math.floor(x) + 1, size - Math.floor(x));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double probability, double size) {
        return x < 0 ? 1 : x >= size ? 0 : IncompleteBeta.lower(probability, Math.floor(x) + 1, size - Math.floor(x));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double probability, double size) {
        return x < 0
                ? Double.NEGATIVE_INFINITY
                : x >= size ? 0 : IncompleteBeta.logUpper(probability, Math.floor(x) + 1, size - Math.floor(x));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double probability, double size) {
        return x < 0
                ? 0
                : x >= size
                        ? Double.NEGATIVE_INFINITY
                        : IncompleteBeta.logLower(probability, Math.floor(x) + 1, size - Math.floor(x));
    }

    /** d cumulative / d probability. */
    public static double c1(double x, double probability, double size) {
        return c1(x, probability, size, 0);
    }

    /** d cumulative / d probability over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double probability, double size, double logScale) {
        return x < 0 || x >= size
                ? 0
                : -size * Elementary.exp(logDensity(Math.floor(x), probability, size - 1) - logScale);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double probability, double size) {
        return Quantiles.discrete(
                x -> cumulative(x, probability, size),
                x -> survival(x, probability, size),
                p,
                lower(probability, size),
                upper(probability, size));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double probability, double size) {
        return Draws.binomial(rng, probability, size);
    }

    /** The lower end of the support. */
    public static double lower(double probability, double size) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double probability, double size) {
        return size;
    }

    /** The log density with the probability given as its logit. */
    public static double logDensityOfLogit(double x, double eta, double size) {
        if (!(x >= 0 && x <= size && x == Math.rint(x) && size == Math.rint(size))) {
            return Outside.of(x, eta, size);
        }
        return Saddlepoint.logBinomial(x, size, Exponentials.ilogit(eta), Exponentials.ilogit(-eta));
    }

    /** The derivative of {@link #logDensityOfLogit} by the logit. */
    public static double byLogit(double x, double eta, double size) {
        return x - size * Exponentials.ilogit(eta);
    }
}
