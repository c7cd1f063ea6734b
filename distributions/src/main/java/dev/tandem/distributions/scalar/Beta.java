package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteBeta;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The beta distribution. */
public final class Beta {
    private Beta() {}

    /** The log density of {@code dbeta} at x. */
    public static double logDensity(double x, double a, double b) {
        if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) {
            return Outside.of(x, a, b);
        }
        double left = a == 1 ? 0 : (a - 1) * Elementary.log(x);
        double right = b == 1 ? 0 : (b - 1) * Elementary.log1p(-x);
        return left + right - GammaFunction.logBeta(a, b);
    }

    /** d log density / d x. */
    public static double d0(double x, double a, double b) {
        return (a - 1) / x - (b - 1) / (1 - x);
    }

    /** d log density / d a. */
    public static double d1(double x, double a, double b) {
        return Elementary.log(x) - GammaFunction.digamma(a) + GammaFunction.digamma(a + b);
    }

    /** d log density / d b. */
    public static double d2(double x, double a, double b) {
        return Elementary.log1p(-x) - GammaFunction.digamma(b) + GammaFunction.digamma(a + b);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double a, double b) {
        return IncompleteBeta.lower(x, a, b);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double a, double b) {
        return IncompleteBeta.upper(x, a, b);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double a, double b) {
        return IncompleteBeta.logLower(x, a, b);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double a, double b) {
        return IncompleteBeta.logUpper(x, a, b);
    }

    /** d cumulative / d a. */
    public static double c1(double x, double a, double b) {
        return IncompleteBeta.byFirst(x, 1 - x, a, b);
    }

    /** d cumulative / d a over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double a, double b, double logScale) {
        return IncompleteBeta.byFirst(x, 1 - x, a, b, logScale);
    }

    /** d cumulative / d b. */
    public static double c2(double x, double a, double b) {
        return IncompleteBeta.bySecond(x, 1 - x, a, b);
    }

    /** d cumulative / d b over exp(logScale), for probabilities that underflow. */
    public static double c2(double x, double a, double b, double logScale) {
        return IncompleteBeta.bySecond(x, 1 - x, a, b, logScale);
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double a, double b) {
        return Quantiles.continuous(x -> cumulative(x, a, b), x -> survival(x, a, b), p, lower(a, b), upper(a, b));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double a, double b) {
        return Draws.beta(rng, a, b);
    }

    /** The lower end of the support. */
    public static double lower(double a, double b) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double a, double b) {
        return 1;
    }
}
