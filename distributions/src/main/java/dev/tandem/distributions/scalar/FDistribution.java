package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteBeta;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The F distribution by numerator and denominator degrees of freedom. */
public final class FDistribution {
    private FDistribution() {}

    /** The log density of {@code df} at x. */
    public static double logDensity(double x, double n, double m) {
        if (!(x >= 0 && n > 0 && m > 0)) {
            return Outside.of(x, n, m);
        }
        double left = n == 2 ? 0 : (0.5 * n - 1) * Elementary.log(x);
        double ratio = n / m;
        return 0.5 * n * Elementary.log(ratio)
                + left
                - 0.5 * (n + m) * Elementary.log1p(ratio * x)
                - GammaFunction.logBeta(0.5 * n, 0.5 * m);
    }

    /** d log density / d x. */
    public static double d0(double x, double n, double m) {
        return (0.5 * n - 1) / x - 0.5 * (n + m) * n / (m + n * x);
    }

    /** d log density / d n. */
    public static double d1(double x, double n, double m) {
        double u = n * x / m;
        double gammas = GammaFunction.digamma(0.5 * (n + m)) - GammaFunction.digamma(0.5 * n);
        return 0.5 * (Elementary.log(u) + 1 - Elementary.log1p(u) - (n + m) / n * u / (1 + u) + gammas);
    }

    /** d log density / d m. */
    public static double d2(double x, double n, double m) {
        double u = n * x / m;
        double gammas = GammaFunction.digamma(0.5 * (n + m)) - GammaFunction.digamma(0.5 * m);
        return 0.5 * (-n / m - Elementary.log1p(u) + (n + m) / m * u / (1 + u) + gammas);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double n, double m) {
        if (!(x > 0)) {
            return 0;
        }
        double u = n * x / m;
        return u < 1
                ? IncompleteBeta.lower(u / (1 + u), 0.5 * n, 0.5 * m)
                : IncompleteBeta.upper(1 / (1 + u), 0.5 * m, 0.5 * n);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double n, double m) {
        return x > 0 ? cumulative(1 / x, m, n) : 1;
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double n, double m) {
        if (!(x > 0)) {
            return Double.NEGATIVE_INFINITY;
        }
        double u = n * x / m;
        return u < 1
                ? IncompleteBeta.logLower(u / (1 + u), 0.5 * n, 0.5 * m)
                : IncompleteBeta.logUpper(1 / (1 + u), 0.5 * m, 0.5 * n);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double n, double m) {
        return x > 0 ? logCumulative(1 / x, m, n) : 0;
    }

    /** d cumulative / d n. */
    public static double c1(double x, double n, double m) {
        return c1(x, n, m, 0);
    }

    /** d cumulative / d n over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double n, double m, double logScale) {
        if (!(x > 0) || Double.isInfinite(x)) {
            return 0;
        }
        double w = n * x / (m + n * x);
        double y = m / (m + n * x);
        double byBound = IncompleteBeta.density(w, y, 0.5 * n, 0.5 * m, logScale) * w * y / n;
        return 0.5 * IncompleteBeta.byFirst(w, y, 0.5 * n, 0.5 * m, logScale) + byBound;
    }

    /** d cumulative / d m. */
    public static double c2(double x, double n, double m) {
        return c2(x, n, m, 0);
    }

    /** d cumulative / d m over exp(logScale), for probabilities that underflow. */
    public static double c2(double x, double n, double m, double logScale) {
        if (!(x > 0) || Double.isInfinite(x)) {
            return 0;
        }
        double w = n * x / (m + n * x);
        double y = m / (m + n * x);
        double byBound = IncompleteBeta.density(w, y, 0.5 * n, 0.5 * m, logScale) * w * y / m;
        return 0.5 * IncompleteBeta.bySecond(w, y, 0.5 * n, 0.5 * m, logScale) - byBound;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double n, double m) {
        return Quantiles.continuous(x -> cumulative(x, n, m), x -> survival(x, n, m), p, lower(n, m), upper(n, m));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double n, double m) {
        return (Draws.gamma(rng, 0.5 * n) / n) / (Draws.gamma(rng, 0.5 * m) / m);
    }

    /** The lower end of the support. */
    public static double lower(double n, double m) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double n, double m) {
        return Double.POSITIVE_INFINITY;
    }
}
