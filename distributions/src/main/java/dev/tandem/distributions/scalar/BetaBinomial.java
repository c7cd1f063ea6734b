package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The binomial distribution with a beta-distributed probability. */
public final class BetaBinomial {
    private BetaBinomial() {}

    /** The log density of {@code dbetabin} at x. */
    public static double logDensity(double x, double a, double b, double size) {
        if (!(x >= 0 && x <= size && x == Math.rint(x) && size == Math.rint(size) && a > 0 && b > 0)) {
            return Outside.of(x, a, b, size);
        }
        return GammaFunction.logChoose(size, x)
                + GammaFunction.logBeta(x + a, size - x + b)
                - GammaFunction.logBeta(a, b);
    }

    /** d log density / d a. */
    public static double d1(double x, double a, double b, double size) {
        double total = GammaFunction.digamma(a + b) - GammaFunction.digamma(size + a + b);
        return GammaFunction.digamma(x + a) - GammaFunction.digamma(a) + total;
    }

    /** d log density / d b. */
    public static double d2(double x, double a, double b, double size) {
        double total = GammaFunction.digamma(a + b) - GammaFunction.digamma(size + a + b);
        return GammaFunction.digamma(size - x + b) - GammaFunction.digamma(b) + total;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double a, double b, double size) {
        double sum = 0;
        for (double y = Math.min(size, Math.floor(x)); y >= 0; y--) {
            sum += Elementary.exp(logDensity(y, a, b, size));
        }
        return Math.min(1, sum);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double a, double b, double size) {
        double sum = 0;
        for (double y = Math.max(0, Math.floor(x) + 1); y <= size; y++) {
            sum += Elementary.exp(logDensity(y, a, b, size));
        }
        return Math.min(1, sum);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double a, double b, double size) {
        return Elementary.log(cumulative(x, a, b, size));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double a, double b, double size) {
        return Elementary.log(survival(x, a, b, size));
    }

    /** d cumulative / d a. */
    public static double c1(double x, double a, double b, double size) {
        return byShape(x, a, b, size, true);
    }

    /** d cumulative / d b. */
    public static double c2(double x, double a, double b, double size) {
        return byShape(x, a, b, size, false);
    }

    /** Sums the tail in which the derivatives of the masses all have the sign of their end. */
    private static double byShape(double x, double a, double b, double size, boolean first) {
        if (x < 0 || x >= size) {
            return 0;
        }
        double floor = Math.floor(x);
        double here = first ? d1(floor, a, b, size) : d2(floor, a, b, size);
        boolean low = first == here < 0;
        double sum = 0;
        for (double y = low ? 0 : floor + 1; y <= (low ? floor : size); y++) {
            sum += Elementary.exp(logDensity(y, a, b, size)) * (first ? d1(y, a, b, size) : d2(y, a, b, size));
        }
        return low ? sum : -sum;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double a, double b, double size) {
        return Quantiles.discrete(
                x -> cumulative(x, a, b, size), x -> survival(x, a, b, size), p, lower(a, b, size), upper(a, b, size));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double a, double b, double size) {
        return Draws.binomial(rng, Draws.beta(rng, a, b), size);
    }

    /** The lower end of the support. */
    public static double lower(double a, double b, double size) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double a, double b, double size) {
        return size;
    }
}
