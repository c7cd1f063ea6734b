package dev.tandem.distributions.special;

/** The regularised incomplete gamma functions, with logarithms that go on where the functions underflow. */
public final class IncompleteGamma {
    private static final double UNDERFLOW = 1e-280;

    private IncompleteGamma() {}

    public static double lower(double a, double x) {
        return x > 0 ? Double.isInfinite(x) ? 1 : value(a, x) : Double.isNaN(x) ? x : 0;
    }

    public static double upper(double a, double x) {
        return x > 0 ? Double.isInfinite(x) ? 0 : complement(a, x) : Double.isNaN(x) ? x : 1;
    }

    private static double value(double a, double x) {
        if (LargeGamma.covers(a, x)) {
            return LargeGamma.lower(a, x);
        }
        return x < a + 1 ? mass(a, x) * series(a, x) : 1 - mass(a, x) * a * fraction(a, x);
    }

    private static double complement(double a, double x) {
        if (LargeGamma.covers(a, x)) {
            return LargeGamma.upper(a, x);
        }
        if (x >= a + 1) {
            return mass(a, x) * a * fraction(a, x);
        }
        return a < 1 ? smallComplement(a, x) : 1 - mass(a, x) * series(a, x);
    }

    /** x^a e^-x / gamma(a + 1). */
    private static double mass(double a, double x) {
        return Elementary.exp(Saddlepoint.logPoisson(a, x));
    }

    /** 1 - x^a / gamma(a + 1) (1 + a (-x/(a+1) + x^2/(2 (a+2)) - ..)), where the first two nearly cancel (DLMF 8.7.1). */
    private static double smallComplement(double a, double x) {
        double sum = 0;
        double power = 1;
        for (int n = 1; n < 100; n++) {
            power *= -x / n;
            double before = sum;
            sum += power / (a + n);
            if (sum == before) {
                break;
            }
        }
        double logFactor = a * Elementary.log(x) - GammaFunction.logGammaOfOnePlus(a);
        return -Elementary.expm1(logFactor) - Elementary.exp(logFactor) * a * sum;
    }

    public static double logLower(double a, double x) {
        double p = lower(a, x);
        if (p > UNDERFLOW || !(x > 0)) {
            return p > 0.5 ? Elementary.log1p(-upper(a, x)) : Elementary.log(p);
        }
        return a * Elementary.log(x) - x - GammaFunction.logGamma(a + 1) + Elementary.log(series(a, x));
    }

    /** DLMF 8.11.4: 1 + x/(a+1) + x^2/((a+1)(a+2)) + .. */
    private static double series(double a, double x) {
        double sum = 1;
        double term = 1;
        for (int n = 1; term > sum * 1e-17 && n < 100_000; n++) {
            term *= x / (a + n);
            sum += term;
        }
        return sum;
    }

    public static double logUpper(double a, double x) {
        double q = upper(a, x);
        if (q > UNDERFLOW || Double.isInfinite(x) || Double.isNaN(x)) {
            return q > 0.5 ? Elementary.log1p(-lower(a, x)) : Elementary.log(q);
        }
        return a * Elementary.log(x) - x - GammaFunction.logGamma(a) + Elementary.log(fraction(a, x));
    }

    /** DLMF 8.9.2 by Lentz's rule. */
    private static double fraction(double a, double x) {
        double b = x + 1 - a;
        double c = 1e300;
        double d = 1 / b;
        double h = d;
        for (int i = 1; i < 100_000; i++) {
            double an = -i * (i - a);
            b += 2;
            d = 1 / (an * d + b);
            c = b + an / c;
            double factor = c * d;
            h *= factor;
            if (Math.abs(factor - 1) < 1e-16) {
                break;
            }
        }
        return h;
    }

    /** The derivative of {@link #lower} by a. */
    public static double byShape(double a, double x) {
        return byShape(a, x, 0);
    }

    /** That derivative over exp(logScale), which may lie outside the range of doubles; from whichever tail x lies in. */
    public static double byShape(double a, double x, double logScale) {
        if (!(x > 0) || Double.isInfinite(x)) {
            return Double.isNaN(x) ? x : 0;
        }
        double mean = GammaFunction.digamma(a);
        double log = Elementary.log(x);
        if (log < mean || x < 1) {
            // E[log(x / T) | T < x] = 1/a + the mean of 1/(a+1) + .. + 1/(a+n) over the terms n of the series.
            double sum = 1;
            double weighted = 0;
            double harmonic = 0;
            double term = 1;
            for (int n = 1; n < 1_000_000; n++) {
                term *= x / (a + n);
                harmonic += 1 / (a + n);
                sum += term;
                weighted += term * harmonic;
                if (x < a + n && term * harmonic < 1e-17 * weighted) {
                    break;
                }
            }
            return Elementary.exp(logLower(a, x) - logScale) * (log - GammaFunction.digamma(a + 1) - weighted / sum);
        }
        return -Elementary.exp(logUpper(a, x) - logScale) * (log - mean + TailMean.gammaAbove(a, x));
    }
}
