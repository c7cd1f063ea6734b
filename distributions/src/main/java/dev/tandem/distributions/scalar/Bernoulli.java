package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Probabilities;
import org.apache.commons.rng.UniformRandomProvider;

/** The Bernoulli distribution on 0 and 1. */
public final class Bernoulli {
    private Bernoulli() {}

    /** The log density of {@code dbern} at x. */
    public static double logDensity(double x, double probability) {
        double p = Probabilities.of(probability);
        if (!((x == 0 || x == 1) && p >= 0 && p <= 1)) {
            return Outside.of(x, p);
        }
        return x == 1 ? Elementary.log(p) : Elementary.log1p(-p);
    }

    /** d log density / d probability. */
    public static double d1(double x, double probability) {
        return x == 1 ? 1 / probability : 1 / (probability - 1);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double probability) {
        return x < 0 ? 0 : x < 1 ? 1 - probability : 1;
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double probability) {
        return x < 0 ? 1 : x < 1 ? probability : 0;
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double probability) {
        return Elementary.log(cumulative(x, probability));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double probability) {
        return Elementary.log(survival(x, probability));
    }

    /** d cumulative / d probability. */
    public static double c1(double x, double probability) {
        return x < 0 || x >= 1 ? 0 : -1;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double probability) {
        return p <= 1 - probability ? 0 : 1;
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double probability) {
        return rng.nextDouble() < probability ? 1 : 0;
    }

    /** The lower end of the support. */
    public static double lower(double probability) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double probability) {
        return 1;
    }

    /** The log density with the probability given as its logit. */
    public static double logDensityOfLogit(double x, double eta) {
        return x == 1 ? -Exponentials.log1pExp(-eta) : x == 0 ? -Exponentials.log1pExp(eta) : Outside.of(x, eta);
    }

    /** The derivative of {@link #logDensityOfLogit} by the logit. */
    public static double byLogit(double x, double eta) {
        return x - Exponentials.ilogit(eta);
    }
}
