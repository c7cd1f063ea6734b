package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteBeta;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import dev.tandem.distributions.special.Saddlepoint;
import org.apache.commons.rng.UniformRandomProvider;

/** The failures before the r-th success, r &gt;= 0 real, by probability of success and r. */
public final class NegativeBinomial {
    private NegativeBinomial() {}

    /** The log density of {@code dnegbin} at x. */
    public static double logDensity(double x, double probability, double size) {
        if (!(x >= 0 && x == Math.rint(x) && probability > 0 && probability <= 1 && size >= 0)) {
            return Outside.of(x, probability, size);
        }
        if (x == 0) {
            return size * Elementary.log(probability);
        }
        if (size == 0 || probability == 1) {
            return Double.NEGATIVE_INFINITY;
        }
        if (size < 1e-10 * x) {
            double tail = x * Elementary.log1p(-probability) + size * Elementary.log(probability);
            return tail
                    + GammaFunction.logGamma(x + size)
                    - GammaFunction.logGamma(size)
                    - GammaFunction.logFactorial(x);
        }
        return Saddlepoint.logBinomial(size, x + size, probability, 1 - probability) - Elementary.log1p(x / size);
    }

    /** d log density / d probability. */
    public static double d1(double x, double probability, double size) {
        return size / probability - (x == 0 ? 0 : x / (1 - probability));
    }

    /** d log density / d size. */
    public static double d2(double x, double probability, double size) {
        return GammaFunction.digamma(x + size) - GammaFunction.digamma(size) + Elementary.log(probability);
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double probability, double size) {
        if (x == Double.POSITIVE_INFINITY) {
            return 1;
        }
        return x < 0 ? 0 : IncompleteBeta.lower(probability, size, Math.floor(x) + 1);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double probability, double size) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return x < 0 ? 1 : IncompleteBeta.upper(probability, size, Math.floor(x) + 1);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double probability, double size) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return x < 0 ? Double.NEGATIVE_INFINITY : IncompleteBeta.logLower(probability, size, Math.floor(x) + 1);
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double probability, double size) {
        if (x == Double.POSITIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
        }
        return x < 0 ? 0 : IncompleteBeta.logUpper(probability, size, Math.floor(x) + 1);
    }

    /** d cumulative / d probability. */
    public static double c1(double x, double probability, double size) {
        return c1(x, probability, size, 0);
    }

    /** d cumulative / d probability over exp(logScale), for probabilities that underflow. */
    public static double c1(double x, double probability, double size, double logScale) {
        if (x < 0 || Double.isInfinite(x)) {
            return 0;
        }
        return Elementary.exp(Beta.logDensity(probability, size, Math.floor(x) + 1) - logScale);
    }

    /** d cumulative / d size. */
    public static double c2(double x, double probability, double size) {
        return c2(x, probability, size, 0);
    }

    /** d cumulative / d size over exp(logScale), for probabilities that underflow. */
    public static double c2(double x, double probability, double size, double logScale) {
        if (x < 0 || Double.isInfinite(x)) {
            return 0;
        }
        return IncompleteBeta.byFirst(probability, 1 - probability, size, Math.floor(x) + 1, logScale);
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
        return size == 0 || probability == 1
                ? 0
                : Draws.poisson(rng, Draws.gamma(rng, size) * (1 - probability) / probability);
    }

    /** The lower end of the support. */
    public static double lower(double probability, double size) {
        return 0;
    }

    /** The upper end of the support. */
    public static double upper(double probability, double size) {
        return Double.POSITIVE_INFINITY;
    }
}
