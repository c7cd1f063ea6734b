package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteBeta;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** Student's t distribution by location, precision and degrees of freedom. */
public final class StudentT {
    private StudentT() {}

    /** The log density of {@code dt} at x. */
    public static double logDensity(double x, double mean, double precision, double degrees) {
        if (!(precision > 0 && degrees > 0)) {
            return Outside.of(x, mean, precision, degrees);
        }
        double z = x - mean;
        double half = 0.5 * degrees;
        double kernel = (half + 0.5) * Elementary.log1p(precision * z * z / degrees);
        return 0.5 * Elementary.log(precision / degrees) - GammaFunction.logBeta(half, 0.5) - kernel;
    }

    /** d log density / d x. */
    public static double d0(double x, double mean, double precision, double degrees) {
        double z = x - mean;
        return -(degrees + 1) * precision * z / (degrees + precision * z * z);
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double precision, double degrees) {
        return -d0(x, mean, precision, degrees);
    }

    /** d log density / d precision. */
    public static double d2(double x, double mean, double precision, double degrees) {
        double z = x - mean;
        double s = z * z;
        return 0.5 * (1 / precision - (degrees + 1) * s / (degrees + precision * s));
    }

    /** d log density / d degrees. */
    public static double d3(double x, double mean, double precision, double degrees) {
        double z = x - mean;
        double u = precision * z * z / degrees;
        double half = 0.5 * degrees;
        double gammas = GammaFunction.digamma(half + 0.5) - GammaFunction.digamma(half);
        return 0.5 * (gammas - 1 / degrees - Elementary.log1p(u) + (degrees + 1) / degrees * u / (1 + u));
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double mean, double precision, double degrees) {
        double z = (x - mean) * Math.sqrt(precision);
        return z < 0 ? tail(z, degrees) : 1 - tail(z, degrees);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double mean, double precision, double degrees) {
        return cumulative(-x, -mean, precision, degrees);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double mean, double precision, double degrees) {
        double z = (x - mean) * Math.sqrt(precision);
        return z < 0 ? logTail(z, degrees) : Elementary.log1p(-tail(z, degrees));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double mean, double precision, double degrees) {
        return logCumulative(-x, -mean, precision, degrees);
    }

    /** d cumulative / d mean. */
    public static double c1(double x, double mean, double precision, double degrees) {
        return -Elementary.exp(logDensity(x, mean, precision, degrees));
    }

    /** d cumulative / d precision. */
    public static double c2(double x, double mean, double precision, double degrees) {
        return Double.isInfinite(x)
                ? 0
                : Elementary.exp(logDensity(x, mean, precision, degrees)) * (x - mean) / (2 * precision);
    }

    /** d cumulative / d degrees: of half the beta integral of both shape and bound. */
    public static double c3(double x, double mean, double precision, double degrees) {
        return c3(x, mean, precision, degrees, 0);
    }

    /** d cumulative / d degrees over exp(logScale), for probabilities that underflow. */
    public static double c3(double x, double mean, double precision, double degrees, double logScale) {
        double z = (x - mean) * Math.sqrt(precision);
        if (z == 0 || Double.isInfinite(z)) {
            return 0;
        }
        double square = z * z;
        double total = degrees + square;
        double w = degrees / total;
        double y = square / total;
        double byShape = 0.5 * IncompleteBeta.byFirst(w, y, 0.5 * degrees, 0.5, logScale);
        double byBound = IncompleteBeta.density(w, y, 0.5 * degrees, 0.5, logScale) * y / total;
        double tail = 0.5 * (byShape + byBound);
        return z < 0 ? tail : -tail;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double mean, double precision, double degrees) {
        if (p >= 0.5) {
            return p == 0.5 ? mean : -quantile(1 - p, -mean, precision, degrees);
        }
        double z = Quantiles.continuous(
                x -> cumulative(x, 0, 1, degrees), x -> survival(x, 0, 1, degrees), p, Double.NEGATIVE_INFINITY, 0);
        return mean + z / Math.sqrt(precision);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double precision, double degrees) {
        return mean + Normal.sample(rng, 0, precision) * Math.sqrt(0.5 * degrees / Draws.gamma(rng, 0.5 * degrees));
    }

    /** The lower end of the support. */
    public static double lower(double mean, double precision, double degrees) {
        return Double.NEGATIVE_INFINITY;
    }

    /** The upper end of the support. */
    public static double upper(double mean, double precision, double degrees) {
        return Double.POSITIVE_INFINITY;
    }

    /** Pr(T &lt; -|z|): the beta integral in whichever of its two arguments is the smaller. */
    private static double tail(double z, double degrees) {
        double square = z * z;
        if (square < degrees) {
            return 0.5 * IncompleteBeta.upper(square / (degrees + square), 0.5, 0.5 * degrees);
        }
        return 0.5 * IncompleteBeta.lower(1 / (1 + square / degrees), 0.5 * degrees, 0.5);
    }

    private static double logTail(double z, double degrees) {
        double square = z * z;
        if (square < degrees) {
            return Elementary.log(tail(z, degrees));
        }
        return Elementary.log(0.5) + IncompleteBeta.logLower(1 / (1 + square / degrees), 0.5 * degrees, 0.5);
    }
}
