package dev.tandem.distributions.special;

/** The parts of Loader's (2000) saddle-point form of the binomial and Poisson mass, exact at any size. */
public final class Saddlepoint {
    private static final double[] SMALL = small();

    private Saddlepoint() {}

    /** The error at n = 0, 1/2, 1, .. 10; the entry at zero is not used. */
    private static double[] small() {
        double[] table = new double[21];
        for (int i = 1; i < table.length; i++) {
            table[i] = belowStirling(i / 2.0);
        }
        return table;
    }

    /** By what the error loses from each number to the next, since the difference of large logarithms would lose digits. */
    private static double belowStirling(double n) {
        if (n < 1) {
            return GammaFunction.logGamma(n + 1) - (n + 0.5) * Elementary.log(n) + n - GammaFunction.HALF_LOG_TWO_PI;
        }
        double lost = 0;
        double k = n;
        for (; k <= 10; k++) {
            lost += (k + 0.5) * Elementary.log1p(1 / k) - 1;
        }
        return lost + GammaFunction.stirlingCorrection(k);
    }

    /** log n! - log(sqrt(2 pi n) (n/e)^n) for n &gt; 0. */
    static double stirlingError(double n) {
        if (n > 10) {
            return GammaFunction.stirlingCorrection(n);
        }
        int twice = (int) (2 * n);
        return twice == 2 * n ? SMALL[twice] : belowStirling(n);
    }

    /** x log(x / m) + m - x, without cancellation near x = m. */
    static double deviance(double x, double m) {
        double difference = x - m;
        if (Math.abs(difference) < 0.1 * (x + m)) {
            double v = difference / (x + m);
            double sum = difference * v;
            double term = 2 * x * v;
            double square = v * v;
            for (int j = 1; j < 1000; j++) {
                term *= square;
                double next = sum + term / (2 * j + 1);
                if (next == sum) {
                    return next;
                }
                sum = next;
            }
        }
        return x * Elementary.log(x / m) + m - x;
    }

    /** x log(lambda) - lambda - log x! for real x &gt;= 0. */
    public static double logPoisson(double x, double lambda) {
        if (lambda == 0) {
            return x == 0 ? 0 : Double.NEGATIVE_INFINITY;
        }
        if (x <= lambda * Double.MIN_NORMAL || Double.isInfinite(lambda)) {
            return -lambda;
        }
        if (lambda < x * Double.MIN_NORMAL) {
            return x * Elementary.log(lambda) - lambda - GammaFunction.logGamma(x + 1);
        }
        if (x < 1 && x != 0.5) {
            return x * Elementary.log(lambda) - lambda - GammaFunction.logGamma(x + 1);
        }
        return -stirlingError(x) - deviance(x, lambda) - GammaFunction.HALF_LOG_TWO_PI - 0.5 * Elementary.log(x);
    }

    /** log of n over x times p^x q^(n-x), for real 0 &lt;= x &lt;= n and q = 1 - p. */
    public static double logBinomial(double x, double n, double p, double q) {
        if (p == 0) {
            return x == 0 ? 0 : Double.NEGATIVE_INFINITY;
        }
        if (q == 0) {
            return x == n ? 0 : Double.NEGATIVE_INFINITY;
        }
        if (x == 0) {
            return n == 0 ? 0 : p < 0.1 ? -deviance(n, n * q) - n * p : n * Elementary.log(q);
        }
        if (x == n) {
            return q < 0.1 ? -deviance(n, n * p) - n * q : n * Elementary.log(p);
        }
        return logBinomialOfParts(x, n - x, p, q);
    }

    /** log of x + y over x times p^x q^y, for x and y above 0; where one is far smaller than the other, both are needed. */
    static double logBinomialOfParts(double x, double y, double p, double q) {
        double n = x + y;
        double error = stirlingError(n) - stirlingError(x) - stirlingError(y);
        double half = GammaFunction.HALF_LOG_TWO_PI
                + 0.5 * (Elementary.log(x) + (x < y ? Elementary.log1p(-x / n) : Elementary.log(y / n)));
        return error - deviance(x, n * p) - deviance(y, n * q) - half;
    }
}
