package dev.tandem.distributions.special;

/** The logarithm of the gamma function and its derivatives, with a relative error of a few units in the last place. */
public final class GammaFunction {
    public static final double HALF_LOG_TWO_PI = 0.9189385332046727;
    private static final double EULER = 0.5772156649015329;
    private static final double STIRLING_FROM = 10;
    private static final int TERMS = 30;

    /** (-1)^k (zeta(k) - 1), k = 0, 1, .. TERMS - 1: the Taylor coefficients of digamma at 2 (DLMF 5.7.4). */
    private static final double[] ZETA = zeta();

    /** (-1)^k (zeta(k) - 1) / k: those of log gamma (DLMF 5.7.3). */
    private static final double[] ZETA_OVER_K = zetaOverK();

    private static final double[] LOG_FACTORIAL = logFactorials();

    private GammaFunction() {}

    /** zeta(k) - 1 by Euler-Maclaurin from n = 20 (DLMF 25.2.9). */
    private static double[] zeta() {
        double[] coefficient = new double[TERMS];
        double n = 20;
        for (int k = 2; k < TERMS; k++) {
            double last = Elementary.pow(n, -k);
            double rest = last * n / (k - 1) + last / 2 + k * last / n / 12;
            double three = k * (k + 1.0) * (k + 2.0);
            rest -= three * last / (n * n * n) / 720;
            rest += three * (k + 3.0) * (k + 4.0) * last / Elementary.pow(n, 5) / 30240;
            rest -= three * (k + 3.0) * (k + 4.0) * (k + 5.0) * (k + 6.0) * last / Elementary.pow(n, 7) / 1209600;
            for (int i = 19; i >= 2; i--) {
                rest += Elementary.pow(i, -k);
            }
            coefficient[k] = k % 2 == 0 ? rest : -rest;
        }
        return coefficient;
    }

    private static double[] zetaOverK() {
        double[] coefficient = new double[TERMS];
        for (int k = 2; k < TERMS; k++) {
            coefficient[k] = ZETA[k] / k;
        }
        return coefficient;
    }

    private static double[] logFactorials() {
        double[] table = new double[256];
        double factorial = 1;
        for (int n = 0; n < table.length; n++) {
            factorial *= Math.max(1, n);
            table[n] = n <= 170 ? Elementary.log(factorial) : logGamma(n + 1.0);
        }
        return table;
    }

    /** log |gamma(x)|; +infinity at zero and the negative integers. */
    public static double logGamma(double x) {
        if (x >= STIRLING_FROM) {
            return x > 1e306 && Double.isInfinite(x)
                    ? x
                    : (x - 0.5) * Elementary.log(x) - x + HALF_LOG_TWO_PI + stirlingCorrection(x);
        }
        if (x >= 0.5) {
            return belowStirling(x);
        }
        if (x > 0) {
            return aroundTwo(x) - Elementary.log1p(x) - Elementary.log(x);
        }
        return reflected(x);
    }

    /** log gamma(1 + x) for x from 0 to 1, with all digits where that is small. */
    static double logGammaOfOnePlus(double x) {
        return x <= 0.5 ? aroundTwo(x) - Elementary.log1p(x) : aroundTwo(x - 1);
    }

    private static double belowStirling(double x) {
        if (x < 1.5) {
            double z = x - 1;
            return aroundTwo(z) - Elementary.log1p(z);
        }
        double product = 1;
        double y = x;
        while (y > 2.5) {
            y -= 1;
            product *= y;
        }
        double series = aroundTwo(y - 2);
        return product == 1 ? series : series + Elementary.log(product);
    }

    /** log |gamma(x)| = log(pi / |sin(pi x)|) - log gamma(1 - x), DLMF 5.5.3. */
    private static double reflected(double x) {
        if (x == Math.rint(x) || Double.isNaN(x)) {
            return Double.isNaN(x) ? x : Double.POSITIVE_INFINITY;
        }
        double fraction = x - 2 * Math.rint(x / 2);
        return Elementary.log(Math.PI / Math.abs(Elementary.sin(Math.PI * fraction))) - logGamma(1 - x);
    }

    /** log gamma(2 + z) for |z| &lt;= 1/2. */
    private static double aroundTwo(double z) {
        double sum = 0;
        for (int k = TERMS - 1; k >= 2; k--) {
            sum = sum * z + ZETA_OVER_K[k];
        }
        return z * ((1 - EULER) + z * sum);
    }

    /** What Stirling's formula for log gamma(x) leaves out, for x &gt;= 10 (DLMF 5.11.1). */
    static double stirlingCorrection(double x) {
        double r = 1 / x;
        double s = r * r;
        return r
                * (1.0 / 12
                        + s
                                * (-1.0 / 360
                                        + s
                                                * (1.0 / 1260
                                                        + s
                                                                * (-1.0 / 1680
                                                                        + s
                                                                                * (1.0 / 1188
                                                                                        + s
                                                                                                * (-691.0 / 360360
                                                                                                        + s
                                                                                                                * (1.0
                                                                                                                                / 156
                                                                                                                        - s
                                                                                                                                * 3617.0
                                                                                                                                / 122400)))))));
    }

    /** The derivative of {@link #logGamma}. */
    public static double digamma(double x) {
        if (x >= STIRLING_FROM) {
            return Elementary.log(x) - 0.5 / x - digammaCorrection(x);
        }
        if (x > 0) {
            double shift = 0;
            double y = x;
            while (y > 2.5) {
                y -= 1;
                shift += 1 / y;
            }
            while (y < 1.5) {
                shift -= 1 / y;
                y += 1;
            }
            return digammaAroundTwo(y - 2) + shift;
        }
        if (x == Math.rint(x) || Double.isNaN(x)) {
            return Double.NaN;
        }
        return digamma(1 - x) - Math.PI / Elementary.tan(Math.PI * (x - Math.rint(x)));
    }

    private static double digammaAroundTwo(double z) {
        double sum = 0;
        for (int k = TERMS - 1; k >= 2; k--) {
            sum = sum * z + ZETA[k];
        }
        return (1 - EULER) + z * sum;
    }

    /** DLMF 5.11.2. */
    private static double digammaCorrection(double x) {
        double s = 1 / (x * x);
        return s
                * (1.0 / 12
                        + s
                                * (-1.0 / 120
                                        + s
                                                * (1.0 / 252
                                                        + s
                                                                * (-1.0 / 240
                                                                        + s
                                                                                * (1.0 / 132
                                                                                        + s
                                                                                                * (-691.0 / 32760
                                                                                                        + s
                                                                                                                * (1.0
                                                                                                                                / 12
                                                                                                                        - s
                                                                                                                                * 3617.0
                                                                                                                                / 8160)))))));
    }

    /** The second derivative of log gamma, for x &gt; 0 (DLMF 5.15.8 after shifting). */
    public static double trigamma(double x) {
        double shift = 0;
        double y = x;
        while (y < STIRLING_FROM) {
            shift += 1 / (y * y);
            y += 1;
        }
        double s = 1 / (y * y);
        double series = s
                * (1.0 / 6
                        + s
                                * (-1.0 / 30
                                        + s
                                                * (1.0 / 42
                                                        + s
                                                                * (-1.0 / 30
                                                                        + s
                                                                                * (5.0 / 66
                                                                                        + s
                                                                                                * (-691.0 / 2730
                                                                                                        + s * 7.0
                                                                                                                / 6))))));
        return shift + (1 + 0.5 / y + series) / y;
    }

    /** log n!, by table for small integers. */
    public static double logFactorial(double n) {
        if (n >= 0 && n < LOG_FACTORIAL.length && n == (int) n) {
            return LOG_FACTORIAL[(int) n];
        }
        return logGamma(n + 1);
    }

    /** log of n over k, for 0 &lt;= k &lt;= n. */
    public static double logChoose(double n, double k) {
        if (n < LOG_FACTORIAL.length) {
            return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
        }
        return -Elementary.log1p(n) - logBeta(k + 1, n - k + 1);
    }

    /** log of the beta function, without the cancellation of large log gammas. */
    public static double logBeta(double a, double b) {
        double p = Math.min(a, b);
        double q = Math.max(a, b);
        if (p >= STIRLING_FROM) {
            double correction = stirlingCorrection(p) + stirlingCorrection(q) - stirlingCorrection(p + q);
            return HALF_LOG_TWO_PI
                    - 0.5 * Elementary.log(q)
                    + correction
                    + (p - 0.5) * Elementary.log(p / (p + q))
                    - q * Elementary.log1p(p / q);
        }
        if (q >= STIRLING_FROM) {
            double correction = stirlingCorrection(q) - stirlingCorrection(p + q);
            return logGamma(p) + correction + p - p * Elementary.log(p + q) - (q - 0.5) * Elementary.log1p(p / q);
        }
        return logGamma(p) + logGamma(q) - logGamma(p + q);
    }
}
