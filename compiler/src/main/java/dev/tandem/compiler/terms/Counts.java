package dev.tandem.compiler.terms;

import dev.tandem.distributions.Bernoulli;
import dev.tandem.distributions.Exponentials;
import dev.tandem.distributions.GammaFunction;

/** Functions of whole numbers that generated code meets in its inner loops: log factorials come from a table. */
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

    /** The log of the number of ways to choose k of n; minus infinity if there is none. */
    public static double logChoose(double n, double k) {
        if (!(k >= 0 && k <= n)) {
            return Double.isNaN(n) || Double.isNaN(k) ? Double.NaN : Double.NEGATIVE_INFINITY;
        }
        return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
    }

    /** a log p, which is 0 where a is. */
    public static double timesLog(double a, double p) {
        return a == 0 ? (p >= 0 ? 0 : Double.NaN) : a * Math.log(p);
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
            return Double.NaN;
        }
        return x == 1 ? Math.log(p) : x == 0 ? Math.log(1 - p) : Double.NEGATIVE_INFINITY;
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

    /** d logThinned / d eta. */
    public static double logThinnedByLogit(double x, double a, double eta) {
        if (a == 1) {
            return Bernoulli.byLogit(x, eta);
        }
        double p = Exponentials.ilogit(eta);
        return a == 0 ? 0 : Bernoulli.d1(x, a * p) * a * p * (1 - p);
    }
}
