package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteGamma;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import dev.tandem.distributions.special.Saddlepoint;
import org.apache.commons.rng.UniformRandomProvider;

/** The gamma distribution by shape and rate. */
public final class Gamma {
    private Gamma() {}

    /** The log density of {@code dgamma} at x. */
    public static double logDensity(double x, double shape, double rate) {
        if (!(x >= 0 && shape > 0 && rate > 0)) {
            return Outside.of(x, shape, rate);
        }
        if (x == 0) {
            return shape < 1 ? Double.POSITIVE_INFINITY : shape == 1 ? Elementary.log(rate) : Double.NEGATIVE_INFINITY;
        }
        if (Double.isInfinite(x)) {
            return Double.NEGATIVE_INFINITY;
        }
        if (shape < 16) {
            double y = rate * x;
            return Elementary.log(rate) + (shape - 1) * Elementary.log(y) - y - GammaFunction.logGamma(shape);
        }
        return Elementary.log(rate) + Saddlepoint.logPoisson(shape - 1, rate * x);
    }

    /** d log density / d x. */
    public static double d0(double x, double shape, double rate) {
        return (shape - 1) / x - rate;
    }

    /** d log density / d shape. */
    public static double d1(double x, double shape, double rate) {
        return Elementary.log(rate * x) - GammaFunction.digamma(shape);
    }

    /** d log density / d rate. */
    public static double d2(double x, double shape, double rate) {
        return shape / rate - x;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double shape, double rate) {
        return IncompleteGamma.lower(shape, rate * x);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double shape, double rate) {
        return IncompleteGamma.upper(shape, rate * x);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double shape, double rate) {
        return IncompleteGamma.logLower(shape, rate * x);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double shape, double rate) {
        return IncompleteGamma.logUpper(shape, rate * x);
    }

    /** d cumulative / d shape. */
    public static double c1(double x, double shape, double rate) {
        return IncompleteGamma.byShape(shape, rate * x);
    }

    /** d cumulative / d shape over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double shape, double rate, double logScale) {
        return IncompleteGamma.byShape(shape, rate * x, logScale);
    }

    /** d cumulative / d rate. */
    public static double c2(double x, double shape, double rate) {
        return x <= 0 || Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, shape, rate)) * x / rate;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double shape, double rate) {
        return 1
                / rate
                * Quantiles.continuous(
                        x -> cumulative(x, shape, 1), x -> survival(x, shape, 1), p, lower(shape, 1), upper(shape, 1));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double shape, double rate) {
        return Draws.gamma(rng, shape) / rate;
    }

    /** The lower end of the support. */
    public static double lower(double shape, double rate) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double shape, double rate) {
        return Double.POSITIVE_INFINITY;
    }
}
