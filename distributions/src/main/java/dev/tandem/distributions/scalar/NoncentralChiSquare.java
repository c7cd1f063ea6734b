package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The noncentral chi-square distribution: a Poisson(delta/2) mixture of chi-squares. */
public final class NoncentralChiSquare {
    private NoncentralChiSquare() {}

    /** The log density of {@code dnchisqr} at x. */
    public static double logDensity(double x, double degrees, double noncentrality) {
        if (!(x > 0 && degrees > 0 && noncentrality >= 0)) {
            return Outside.of(x, degrees, noncentrality);
        }
        return PoissonMixture.logDensity(x, degrees, noncentrality);
    }

    /** d log density / d x. */
    public static double d0(double x, double degrees, double noncentrality) {
        double j = PoissonMixture.meanIndex(x, degrees, noncentrality);
        return (0.5 * degrees + j - 1) / x - 0.5;
    }

    /** d log density / d degrees. */
    public static double d1(double x, double degrees, double noncentrality) {
        return 0.5 * (Elementary.log(0.5 * x) - PoissonMixture.meanDigamma(x, degrees, noncentrality));
    }

    /** d log density / d noncentrality. */
    public static double d2(double x, double degrees, double noncentrality) {
        if (noncentrality == 0) {
            return 0.5 * (x / degrees - 1);
        }
        return PoissonMixture.meanIndex(x, degrees, noncentrality) / noncentrality - 0.5;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double degrees, double noncentrality) {
        return x <= 0 ? 0 : PoissonMixture.tail(x, degrees, noncentrality, true);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double degrees, double noncentrality) {
        return x <= 0 ? 1 : PoissonMixture.tail(x, degrees, noncentrality, false);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double degrees, double noncentrality) {
        return Elementary.log(cumulative(x, degrees, noncentrality));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double degrees, double noncentrality) {
        return Elementary.log(survival(x, degrees, noncentrality));
    }

    /** d cumulative / d degrees. */
    public static double c1(double x, double degrees, double noncentrality) {
        return x <= 0 || Double.isInfinite(x) ? 0 : PoissonMixture.byDegrees(x, degrees, noncentrality);
    }

    /** d cumulative / d noncentrality. */
    public static double c2(double x, double degrees, double noncentrality) {
        return x <= 0 || Double.isInfinite(x) ? 0 : -Elementary.exp(logDensity(x, degrees + 2, noncentrality));
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double degrees, double noncentrality) {
        return Quantiles.continuous(
                x -> cumulative(x, degrees, noncentrality),
                x -> survival(x, degrees, noncentrality),
                p,
                lower(degrees, noncentrality),
                upper(degrees, noncentrality));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double degrees, double noncentrality) {
        return 2 * Draws.gamma(rng, 0.5 * degrees + Draws.poisson(rng, 0.5 * noncentrality));
    }

    /** The lower end of the support. */
    public static double lower(double degrees, double noncentrality) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double degrees, double noncentrality) {
        return Double.POSITIVE_INFINITY;
    }
}
