package dev.tandem.distributions.special;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/** The regularised incomplete beta function, with a logarithm that goes on where the function underflows. */
public final class IncompleteBeta {
    private static final double UNDERFLOW = 1e-280;

    private IncompleteBeta() {}

    public static double lower(double x, double a, double b) {
        return x > 0 ? x < 1 ? value(x, a, b) : 1 : Double.isNaN(x) ? x : 0;
    }

    public static double upper(double x, double a, double b) {
        return x > 0 ? x < 1 ? complement(x, a, b) : 0 : Double.isNaN(x) ? x : 1;
    }

    private static double value(double x, double a, double b) {
        try {
            return RegularizedBeta.value(x, a, b);
        } catch (ArithmeticException tooExtreme) {
            return Double.NaN;
        }
    }

    private static double complement(double x, double a, double b) {
        try {
            return RegularizedBeta.complement(x, a, b);
        } catch (ArithmeticException tooExtreme) {
            return Double.NaN;
        }
    }

    public static double logLower(double x, double a, double b) {
        double p = lower(x, a, b);
        if (p > UNDERFLOW || !(x > 0)) {
            return p > 0.5 ? Elementary.log1p(-upper(x, a, b)) : Elementary.log(p);
        }
        double front =
                a * Elementary.log(x) + b * Elementary.log1p(-x) - GammaFunction.logBeta(a, b) - Elementary.log(a);
        return front + Elementary.log(fraction(x, a, b));
    }

    public static double logUpper(double x, double a, double b) {
        double q = upper(x, a, b);
        if (q > UNDERFLOW || !(x < 1)) {
            return q > 0.5 ? Elementary.log1p(-lower(x, a, b)) : Elementary.log(q);
        }
        return logLower(1 - x, b, a);
    }

    /** DLMF 8.17.22 by Lentz's rule. */
    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / (1 - (a + b) * x / (a + 1));
        double h = d;
        for (int m = 1; m < 100_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / (1 + even * d);
            c = 1 + even / c;
            h *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / (1 + odd * d);
            c = 1 + odd / c;
            double factor = d * c;
            h *= factor;
            if (Math.abs(factor - 1) < 1e-16) {
                break;
            }
        }
        return h;
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
        double mean = GammaFunction.digamma(a) - GammaFunction.digamma(a + b);
        double log = x < 0.5 ? Elementary.log(x) : Elementary.log1p(-y);
        if (log < mean) {
            double p = x < 0.5 ? logLower(x, a, b) : logUpper(y, b, a);
            return Elementary.exp(p - logScale) * (log - mean - TailMean.betaBelow(a, b, x, y));
        }
        double q = x < 0.5 ? logUpper(x, a, b) : logLower(y, b, a);
        return -Elementary.exp(q - logScale) * (log - mean + TailMean.betaAbove(a, b, x, y));
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
