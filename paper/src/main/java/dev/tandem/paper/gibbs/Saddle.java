package dev.tandem.paper.gibbs;

import dev.tandem.distributions.special.Elementary;

/**
 * PG(1, 0) tilted by exp(-w x): its cumulants, and how far the saddlepoint approximation is from the density of a sum of
 * n such draws.
 *
 * <p>The tilt w is z^2 / 2 for PG(1, z), and goes on below 0 down to -pi^2 / 2, where means become infinite. With
 * u = sqrt(2 w) the cumulant function is -log cosh(u / 2), and below 0 hyperbolic functions of u become trigonometric
 * ones of sqrt(-2 w).
 */
final class Saddle {
    /** No tilt reaches this far. */
    static final double LEAST = -Math.PI * Math.PI / 2;

    private static final double LOG_TWO = StrictMath.log(2);

    /** Nearer to 0 than this, differences of hyperbolic functions would lose digits; a series does not. */
    private static final double SMALL = 0.1;

    /** Coefficients of tanh x = sum of a_j x^(2 j + 1), of which t' = 1 - t^2 makes each from those before it. */
    private static final double[] SERIES = series();

    /** Distance of two nodes of the quadrature, in standard deviations of the sum's frequency. */
    private static final double STRIDE = 0.25;

    private static final double NEGLIGIBLE = 1e-18;

    /** The tilt. */
    double w;

    /** log cosh(u / 2). */
    double logCosh;

    double mean;
    double variance;
    /** The third cumulant. */
    double third;

    private double real;
    private double imaginary;

    private static double[] series() {
        double[] a = new double[12];
        a[0] = 1;
        for (int j = 1; j < a.length; j++) {
            double sum = 0;
            for (int i = 0; i < j; i++) {
                sum += a[i] * a[j - 1 - i];
            }
            a[j] = -sum / (2 * j + 1);
        }
        return a;
    }

    /** Moves to a tilt above {@link #LEAST}. */
    void at(double tilt) {
        w = tilt;
        if (Math.abs(tilt) < SMALL) {
            nearZero();
            return;
        }
        double ratio;
        double slope;
        if (tilt > 0) {
            double u = Math.sqrt(2 * tilt);
            double e = Elementary.exp(-u);
            ratio = (1 - e) / ((1 + e) * u);
            slope = 4 * e / ((1 + e) * (1 + e));
            logCosh = 0.5 * u + Elementary.log1p(e) - LOG_TWO;
        } else {
            double a = Math.sqrt(-2 * tilt);
            double tangent = Elementary.tan(0.5 * a);
            ratio = tangent / a;
            slope = 1 + tangent * tangent;
            logCosh = -0.5 * Elementary.log1p(tangent * tangent);
        }
        mean = 0.5 * ratio;
        variance = (0.5 * ratio - 0.25 * slope) / (2 * tilt);
        third = (3 * variance - 0.25 * ratio * slope) / (2 * tilt);
    }

    private void nearZero() {
        double z = w / 2;
        double integral = 0;
        double value = 0;
        double first = 0;
        double second = 0;
        for (int j = SERIES.length - 1; j >= 0; j--) {
            second = second * z + 2 * first;
            first = first * z + value;
            value = value * z + SERIES[j];
            integral = integral * z + SERIES[j] / (j + 1);
        }
        logCosh = 0.5 * integral * z;
        mean = value / 4;
        variance = -first / 8;
        third = second / 16;
    }

    /**
     * The density of the sum of n draws at its own mean, relative to that of the normal law of the same variance: the
     * saddlepoint approximation at this point has to be multiplied by it. By inversion of the characteristic function,
     * for which the trapezoidal rule leaves nothing but rounding.
     */
    double correction(int n) {
        double unit = STRIDE / Math.sqrt(n * variance);
        double sum = 0.5;
        for (int i = 1; ; i++) {
            double t = i * unit;
            complexLogCosh(t);
            double size = Elementary.exp(n * (logCosh - real));
            sum += size * Elementary.cos(n * (imaginary + t * mean));
            if (size < NEGLIGIBLE) {
                return STRIDE * sum * 2 / Math.sqrt(2 * Math.PI);
            }
        }
    }

    /** log cosh(u / 2) at w - i t, with u = x - i y, both not negative: u / 2 + log((1 + exp(-u)) / 2). */
    private void complexLogCosh(double t) {
        double modulus = StrictMath.hypot(2 * w, 2 * t);
        double x = w > 0 ? Math.sqrt((modulus + 2 * w) / 2) : t * Math.sqrt(2 / (modulus - 2 * w));
        double y = w > 0 ? t * Math.sqrt(2 / (modulus + 2 * w)) : Math.sqrt((modulus - 2 * w) / 2);
        double shrunk = Elementary.exp(-x);
        double re = 1 + shrunk * Elementary.cos(y);
        double im = shrunk * Elementary.sin(y);
        real = 0.5 * x + 0.5 * Elementary.log(re * re + im * im) - LOG_TWO;
        imaginary = -0.5 * y + StrictMath.atan2(im, re);
    }
}
