package dev.tandem.distributions.special;

/** Sums, differences and logistic transforms of exponentials that neither overflow nor cancel. */
public final class Exponentials {
    private static final double LOG_HALF = -0.6931471805599453;

    private Exponentials() {}

    /** log(1 + exp(x)). */
    public static double log1pExp(double x) {
        return x > 0 ? x + Elementary.log1p(Elementary.exp(-x)) : Elementary.log1p(Elementary.exp(x));
    }

    /** log(1 - exp(x)) for x &lt;= 0; the switch at log(1/2) is that of Maechler (2012). */
    public static double log1mExp(double x) {
        return x > LOG_HALF ? Elementary.log(-Elementary.expm1(x)) : Elementary.log1p(-Elementary.exp(x));
    }

    /** log(exp(a) + exp(b)). */
    public static double logSumExp(double a, double b) {
        double larger = Math.max(a, b);
        if (Double.isInfinite(larger)) {
            return larger;
        }
        return larger + Elementary.log1p(Elementary.exp(Math.min(a, b) - larger));
    }

    /** log(exp(a) - exp(b)) for a &gt;= b. */
    public static double logDifference(double a, double b) {
        if (b == Double.NEGATIVE_INFINITY) {
            return a;
        }
        return a > b ? a + log1mExp(b - a) : a == b ? Double.NEGATIVE_INFINITY : Double.NaN;
    }

    /** log of the sum of exp(v[i]), i from {@code start} up to, not including, {@code end}. */
    public static double logSumExp(double[] v, int start, int end) {
        double larger = Double.NEGATIVE_INFINITY;
        for (int i = start; i < end; i++) {
            larger = Math.max(larger, v[i]);
        }
        if (Double.isInfinite(larger) || Double.isNaN(larger)) {
            return larger;
        }
        double sum = 0;
        for (int i = start; i < end; i++) {
            sum += Elementary.exp(v[i] - larger);
        }
        return larger + Elementary.log(sum);
    }

    /** 1 / (1 + exp(-x)). */
    public static double ilogit(double x) {
        if (x >= 0) {
            return 1 / (1 + Elementary.exp(-x));
        }
        double e = Elementary.exp(x);
        return e / (1 + e);
    }

    /** log(p / (1 - p)). */
    public static double logit(double p) {
        return p < 0.25 || p > 0.75
                ? Elementary.log(p) - Elementary.log1p(-p)
                : Elementary.log1p((2 * p - 1) / (1 - p));
    }
}
