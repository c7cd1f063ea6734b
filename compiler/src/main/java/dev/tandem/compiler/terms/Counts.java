package dev.tandem.compiler.terms;

import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Probabilities;

/**
 * Functions of whole numbers that generated code meets in its inner loops, each with what it makes of intervals. Log
 * factorials come from a table.
 */
public final class Counts {
    private static final double[] LOG_FACTORIALS = new double[4096];

    static {
        for (int n = 0; n < LOG_FACTORIALS.length; n++) {
            LOG_FACTORIALS[n] = GammaFunction.logFactorial(n);
        }
    }

    private Counts() {}

    /** log n!, minus infinity's opposite never: NaN for a negative n. */
    public static double logFactorial(double n) {
        int whole = (int) n;
        if (whole == n && whole >= 0 && whole < LOG_FACTORIALS.length) {
            return LOG_FACTORIALS[whole];
        }
        return n >= 0 ? GammaFunction.logGamma(n + 1) : Double.NaN;
    }

    static Interval logFactorial(Interval n) {
        if (n.low() < 0) {
            return Interval.ANY;
        }
        return n.low() == n.high()
                ? Interval.point(logFactorial(n.low())).nan(n.nan())
                : new Interval(-1, Double.POSITIVE_INFINITY, false, n.nan());
    }

    /** The log of the number of ways to choose k of n; minus infinity if there is none. */
    public static double logChoose(double n, double k) {
        if (!(k >= 0 && k <= n)) {
            return Double.isNaN(n) || Double.isNaN(k) ? Double.NaN : Double.NEGATIVE_INFINITY;
        }
        return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
    }

    static Interval logChoose(Interval n, Interval k) {
        boolean nan = n.nan() || k.nan();
        if (k.low() > n.high() || k.high() < 0) {
            return Interval.point(Double.NEGATIVE_INFINITY).nan(nan);
        }
        boolean possible = k.low() >= 0 && k.high() <= n.low();
        return new Interval(
                possible ? -Double.MAX_VALUE : Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false, nan);
    }

    /** a log p, which is 0 where a is. */
    public static double timesLog(double a, double p) {
        return a == 0 ? (p >= -Probabilities.SLACK ? 0 : Double.NaN) : a * Elementary.log(p);
    }

    static Interval timesLog(Interval a, Interval p) {
        Interval log = p.log().nan(p.nan() || p.low() < 0 || a.nan());
        if (p.high() < 0) {
            return Interval.ANY;
        }
        Interval zero = Interval.point(0).nan(log.nan());
        if (a.low() == 0 && a.high() == 0) {
            return zero;
        }
        Interval product = a.fractional().times(log);
        return a.contains(0) ? product.or(zero) : product;
    }

    /** a times a logarithm, which is 0 where a is and the logarithm is of a number that is not negative. */
    public static double times(double a, double log) {
        return a == 0 ? (Double.isNaN(log) ? Double.NaN : 0) : a * log;
    }

    /** a times b, which is 0 where one of them is and the other infinite: JAGS has it so. */
    public static double product(double a, double b) {
        double product = a * b;
        return !Double.isNaN(product) || Double.isNaN(a) || Double.isNaN(b) ? product : 0;
    }

    static Interval product(Interval a, Interval b) {
        return a.times(b).nan(a.nan() || b.nan());
    }

    /** a derivative times the next one in a chain, which is 0 where nothing depends on what comes after. */
    public static double onward(double adjoint, double partial) {
        return adjoint == 0 ? 0 : adjoint * partial;
    }

    /** a / p, which is 0 where a is: the derivative of {@link #timesLog} by p. */
    public static double ratio(double a, double p) {
        return a == 0 ? 0 : a / p;
    }

    /** The log probability of x, 0 or 1, with probability p of 1. */
    public static double logBernoulli(double x, double p) {
        if (!(p >= 0 && p <= 1)) {
            return Probabilities.valid(p) ? logBernoulli(x, Probabilities.of(p)) : Double.NaN;
        }
        return x == 1 ? Elementary.log(p) : x == 0 ? Elementary.log(1 - p) : Double.NEGATIVE_INFINITY;
    }

    /** A probability outside 0 to 1 gives NaN. */
    static Interval logBernoulli(Interval x, Interval p) {
        if (p.high() < 0 || p.low() > 1) {
            return Interval.ANY;
        }
        Interval inside = Interval.between(Math.max(0, p.low()), Math.min(1, p.high()));
        Interval values = null;
        if (x.low() <= 1 && x.high() >= 1) {
            values = inside.log();
        }
        if (x.low() <= 0 && x.high() >= 0) {
            Interval zero =
                    Interval.between(1 - inside.high(), 1 - inside.low()).log();
            values = values == null ? zero : values.or(zero);
        }
        boolean others = x.low() < 0 || x.high() > 1 || (x.low() == x.high() && x.low() != 0 && x.low() != 1);
        double least = others || values == null ? Double.NEGATIVE_INFINITY : values.low();
        double most = values == null ? Double.NEGATIVE_INFINITY : values.high();
        return new Interval(least, most, false, x.nan() || p.nan() || p.low() < 0 || p.high() > 1);
    }

    /** The largest whole number that is less than x. */
    public static double below(double x) {
        return Math.ceil(x) - 1;
    }

    /**
     * The log probability of x, 0 or 1, with probability a ilogit(eta) of 1: detection of what is there (a = 1) or not
     * (a = 0), exact in eta where the probability itself would round to 1.
     */
    public static double logThinned(double x, double a, double eta) {
        return a == 1 ? Bernoulli.logDensityOfLogit(x, eta) : logBernoulli(x, a * Exponentials.ilogit(eta));
    }

    static Interval logThinned(Interval x, Interval a, Interval eta) {
        return logBernoulli(x, a.times(Functions.ILOGIT.rule().of(eta)));
    }

    /** d logThinned / d eta. */
    public static double logThinnedByLogit(double x, double a, double eta) {
        if (a == 1) {
            return Bernoulli.byLogit(x, eta);
        }
        double p = Exponentials.ilogit(eta);
        return a == 0 ? 0 : Bernoulli.d1(x, a * p) * a * p * (1 - p);
    }
}
