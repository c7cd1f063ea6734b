package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteGamma;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The distribution of Y^(1/b) / lambda, Y gamma with shape r and rate one. */
public final class GeneralizedGamma {
    private GeneralizedGamma() {}

    /** The log density of {@code dgen.gamma} at x. */
    public static double logDensity(double x, double shape, double rate, double power) {
        if (!(x >= 0 && shape > 0 && rate > 0 && power > 0)) {
            return Outside.of(x, shape, rate, power);
        }
        if (x == 0) {
            double order = shape * power;
            return order < 1
                    ? Double.POSITIVE_INFINITY
                    : order == 1
                            ? Elementary.log(power * rate) - GammaFunction.logGamma(shape)
                            : Double.NEGATIVE_INFINITY;
        }
        double y = Elementary.log(rate * x);
        return Elementary.log(power * rate)
                + (shape * power - 1) * y
                - Elementary.exp(power * y)
                - GammaFunction.logGamma(shape);
    }

    /** d log density / d x. */
    public static double d0(double x, double shape, double rate, double power) {
        return (shape * power - 1 - power * Elementary.pow(rate * x, power)) / x;
    }

    /** d log density / d shape. */
    public static double d1(double x, double shape, double rate, double power) {
        return power * Elementary.log(rate * x) - GammaFunction.digamma(shape);
    }

    /** d log density / d rate. */
    public static double d2(double x, double shape, double rate, double power) {
        return power * (shape - Elementary.pow(rate * x, power)) / rate;
    }

    /** d log density / d power. */
    public static double d3(double x, double shape, double rate, double power) {
        double y = Elementary.log(rate * x);
        return 1 / power + y * (shape - Elementary.exp(power * y));
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double shape, double rate, double power) {
        return x <= 0 ? 0 : IncompleteGamma.lower(shape, Elementary.pow(rate * x, power));
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double shape, double rate, double power) {
        return x <= 0 ? 1 : IncompleteGamma.upper(shape, Elementary.pow(rate * x, power));
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double shape, double rate, double power) {
        return x <= 0 ? Double.NEGATIVE_INFINITY : IncompleteGamma.logLower(shape, Elementary.pow(rate * x, power));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double shape, double rate, double power) {
        return x <= 0 ? 0 : IncompleteGamma.logUpper(shape, Elementary.pow(rate * x, power));
    }

    /** d cumulative / d shape. */
    public static double c1(double x, double shape, double rate, double power) {
        return x <= 0 ? 0 : IncompleteGamma.byShape(shape, Elementary.pow(rate * x, power));
    }

    /** d cumulative / d shape over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double shape, double rate, double power, double logScale) {
        return x <= 0 ? 0 : IncompleteGamma.byShape(shape, Elementary.pow(rate * x, power), logScale);
    }

    /** d cumulative / d rate. */
    public static double c2(double x, double shape, double rate, double power) {
        return x <= 0 || Double.isInfinite(x) ? 0 : Elementary.exp(logDensity(x, shape, rate, power)) * x / rate;
    }

    /** d cumulative / d power. */
    public static double c3(double x, double shape, double rate, double power) {
        return x <= 0 || Double.isInfinite(x)
                ? 0
                : Elementary.exp(logDensity(x, shape, rate, power)) * x * Elementary.log(rate * x) / power;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double shape, double rate, double power) {
        return Elementary.pow(Gamma.quantile(p, shape, 1), 1 / power) / rate;
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double shape, double rate, double power) {
        return Elementary.pow(Draws.gamma(rng, shape), 1 / power) / rate;
    }

    /** The lower end of the support. */
    public static double lower(double shape, double rate, double power) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double shape, double rate, double power) {
        return Double.POSITIVE_INFINITY;
    }
}
