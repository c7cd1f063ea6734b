package dev.tandem.distributions.special;

/** The regularised incomplete beta function, with a logarithm that goes on where the function underflows. */
public final class IncompleteBeta {
    private static final double UNDERFLOW = 1e-280;

    /** Derivatives are sums where b is a whole number up to this, and a not so large that terms leave the range of doubles. */
    private static final int MOST_TERMS = 32;

    private static final double LARGEST_OF_FEW = 1e6;

    /** What a sum has to keep of the size of its terms. */
    private static final double CANCELLED = 1e-3;

    private IncompleteBeta() {}

    public static double lower(double x, double a, double b) {
        return x > 0 ? x < 1 ? value(x, a, b) : 1 : Double.isNaN(x) ? x : 0;
    }

    public static double upper(double x, double a, double b) {
        return x > 0 ? x < 1 ? complement(x, a, b) : 0 : Double.isNaN(x) ? x : 1;
    }

    private static double value(double x, double a, double b) {
        return x * (a + b + 2) < a + 1 ? direct(x, 1 - x, a, b) : 1 - direct(1 - x, x, b, a);
    }

    private static double complement(double x, double a, double b) {
        return x * (a + b + 2) < a + 1 ? 1 - direct(x, 1 - x, a, b) : direct(1 - x, x, b, a);
    }

    /** I_x(a, b) by its continued fraction, which converges fast up to about the mean of the distribution; y = 1 - x. */
    private static double direct(double x, double y, double a, double b) {
        double front = Elementary.exp(Saddlepoint.logBinomialOfParts(a, b, x, y)) * (b / (a + b));
        return front * fraction(x, y, a, b);
    }

    public static double logLower(double x, double a, double b) {
        double p = lower(x, a, b);
        if (p > UNDERFLOW || !(x > 0)) {
            return p > 0.5 ? Elementary.log1p(-upper(x, a, b)) : Elementary.log(p);
        }
        double front =
                a * Elementary.log(x) + b * Elementary.log1p(-x) - GammaFunction.logBeta(a, b) - Elementary.log(a);
        return front + Elementary.log(fraction(x, 1 - x, a, b));
    }

    public static double logUpper(double x, double a, double b) {
        double q = upper(x, a, b);
        if (q > UNDERFLOW || !(x < 1)) {
            return q > 0.5 ? Elementary.log1p(-lower(x, a, b)) : Elementary.log(q);
        }
        return logLower(1 - x, b, a);
    }

    /**
     * The even part of DLMF 8.17.22 by Lentz's rule: two of its steps in one. What 1 and the odd coefficient leave is computed
     * from the smaller of x and y = 1 - x, so that large parameters do not cancel.
     */
    private static double fraction(double x, double y, double a, double b) {
        double odd = -(a + b) * x / (a + 1);
        boolean small = x <= y;
        double c = (small ? a + 1 - (a + b) * x : 1 - b + (a + b) * y) / (a + 1);
        double d = 0;
        double h = c;
        for (int m = 1; m < 100_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            double numerator = -odd * even;
            double n = a + m;
            double scale = (a + 2 * m) * (a + 2 * m + 1);
            double left = small ? scale - n * (n + b) * x : n * (2 * m + 1 - b + (n + b) * y) + m * (m + 1.0);
            double denominator = even + left / scale;
            odd = -n * (n + b) * x / scale;
            d = 1 / (denominator + numerator * d);
            c = denominator + numerator / c;
            double factor = d * c;
            h *= factor;
            if (Math.abs(factor - 1) < 1e-16) {
                break;
            }
        }
        return 1 / h;
    }

    /** The derivative of I_x(a, b) by a, y = 1 - x. */
    public static double byFirst(double x, double y, double a, double b) {
        return byFirst(x, y, a, b, 0);
    }

    /** That derivative over exp(logScale), which may lie outside the range of doubles; from whichever tail x lies in. */
    public static double byFirst(double x, double y, double a, double b, double logScale) {
        if (!(x > 0 && y > 0)) {
            return Double.isNaN(x) ? x : 0;
        }
        double log = x < 0.5 ? Elementary.log(x) : Elementary.log1p(-y);
        if (b <= MOST_TERMS && b == Math.floor(b) && a < LARGEST_OF_FEW) {
            double direct = byFirstOfFew(log, y, a, (int) b, logScale);
            if (!Double.isNaN(direct)) {
                return direct;
            }
        }
        double mean = GammaFunction.digamma(a) - GammaFunction.digamma(a + b);
        if (log < mean) {
            double p = x < 0.5 ? logLower(x, a, b) : logUpper(y, b, a);
            return Elementary.exp(p - logScale) * (log - mean - TailMean.betaBelow(a, b, x, y));
        }
        double q = x < 0.5 ? logUpper(x, a, b) : logLower(y, b, a);
        return -Elementary.exp(q - logScale) * (log - mean + TailMean.betaAbove(a, b, x, y));
    }

    /**
     * The derivative by a where b is a small whole number, as of counts that are truncated near zero: the sum over j below b of
     * x^a y^j (a)_j / j! (log x + 1/a + .. + 1/(a + j - 1)). NaN where its terms cancel.
     */
    private static double byFirstOfFew(double log, double y, double a, int b, double logScale) {
        double term = 1;
        double slope = log;
        double sum = log;
        double size = -log;
        for (int j = 1; j < b; j++) {
            term *= (a + j - 1) / j * y;
            slope += 1 / (a + j - 1);
            sum += term * slope;
            size += term * Math.abs(slope);
        }
        if (!(Math.abs(sum) > CANCELLED * size)) {
            return Double.NaN;
        }
        return Math.copySign(Elementary.exp(a * log - logScale + Elementary.log(Math.abs(sum))), sum);
    }

    /** The derivative of I_x(a, b) by b, y = 1 - x. */
    public static double bySecond(double x, double y, double a, double b) {
        return -byFirst(y, x, b, a);
    }

    /** That derivative over exp(logScale). */
    public static double bySecond(double x, double y, double a, double b, double logScale) {
        return -byFirst(y, x, b, a, logScale);
    }

    /** The density at x, y = 1 - x. */
    public static double density(double x, double y, double a, double b) {
        return density(x, y, a, b, 0);
    }

    /** The density over exp(logScale). */
    public static double density(double x, double y, double a, double b, double logScale) {
        double logX = x < 0.5 ? Elementary.log(x) : Elementary.log1p(-y);
        double logY = y < 0.5 ? Elementary.log(y) : Elementary.log1p(-x);
        return Elementary.exp((a - 1) * logX + (b - 1) * logY - GammaFunction.logBeta(a, b) - logScale);
    }
}
