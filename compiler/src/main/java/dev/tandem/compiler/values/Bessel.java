package dev.tandem.compiler.values;

import dev.tandem.distributions.ScalarFunctions;
import java.util.function.DoubleUnaryOperator;

/**
 * The Bessel functions of real order nu &gt;= 0 at x &gt;= 0, from their series and integrals (DLMF 10.2.2, 10.9.6,
 * 10.9.7, 10.25.2, 10.32.9); NaN elsewhere.
 */
public final class Bessel {
    private static final double EPSILON = 1e-17;
    /** Beyond this exponent nothing is left of exp(-y) beside the rest of an integral. */
    private static final double NEGLIGIBLE = 745;

    private Bessel() {}

    /** The modified function of the first kind. */
    public static double i(double x, double nu) {
        return x >= 0 && nu >= 0 ? series(x, nu, 1) : Double.NaN;
    }

    /** The function of the first kind. */
    public static double j(double x, double nu) {
        if (!(x >= 0 && nu >= 0)) {
            return Double.NaN;
        }
        // The terms of the series fall from the first on, so that no digits cancel.
        if (x * x <= 4 * (nu + 1)) {
            return series(x, nu, -1);
        }
        double waves = finite(t -> Math.cos(nu * t - x * Math.sin(t)), Math.PI, x + nu);
        double sine = Math.rint(nu) == nu ? 0 : Math.sin(nu * Math.PI);
        double tail = sine == 0 ? 0 : sine * finite(t -> Math.exp(-x * Math.sinh(t) - nu * t), reach(x, -nu), x + nu);
        return (waves - tail) / Math.PI;
    }

    /** The modified function of the second kind. */
    public static double k(double x, double nu) {
        if (!(x >= 0 && nu >= 0)) {
            return Double.NaN;
        }
        if (x == 0) {
            return Double.POSITIVE_INFINITY;
        }
        // The trapezoidal rule is exact to rounding for a function that is even and falls this fast.
        double step = 1.0 / 32;
        double sum = 0.5 * Math.exp(-x);
        double end = reach(x, nu);
        for (double t = step; t <= end; t += step) {
            double fall = x * Math.cosh(t);
            sum += 0.5 * (Math.exp(nu * t - fall) + Math.exp(-nu * t - fall));
        }
        return step * sum;
    }

    /** The function of the second kind. */
    public static double y(double x, double nu) {
        if (!(x >= 0 && nu >= 0)) {
            return Double.NaN;
        }
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        double waves = finite(t -> Math.sin(x * Math.sin(t) - nu * t), Math.PI, x + nu);
        double cosine = Math.cos(nu * Math.PI);
        double tail = finite(
                t -> {
                    double fall = x * Math.sinh(t);
                    return Math.exp(nu * t - fall) + cosine * Math.exp(-nu * t - fall);
                },
                reach(x, nu),
                x + nu);
        return (waves - tail) / Math.PI;
    }

    /** The sum of (sign x^2 / 4)^k (x / 2)^nu / (k! gamma(k + nu + 1)). */
    private static double series(double x, double nu, int sign) {
        if (x == 0) {
            return nu == 0 ? 1 : 0;
        }
        double quarter = 0.25 * x * x;
        double term = 1;
        double sum = 1;
        for (int n = 1; Math.abs(term) > EPSILON * Math.abs(sum) || n < 0.5 * x; n++) {
            term *= sign * quarter / (n * (n + nu));
            sum += term;
        }
        return sum * Math.exp(nu * Math.log(0.5 * x) - ScalarFunctions.loggam(nu + 1));
    }

    /** A t beyond which nu t - x sinh(t) is negligible. */
    private static double reach(double x, double nu) {
        double t = 1;
        while (x * Math.sinh(t) - nu * t < NEGLIGIBLE && t < 800) {
            t += 0.25;
        }
        return t;
    }

    /** The integral from 0 to an end by the double exponential rule; the faster the waves, the finer. */
    private static double finite(DoubleUnaryOperator f, double end, double frequency) {
        double step = Math.min(1.0 / 64, 1 / (8 + 2 * frequency));
        int count = (int) Math.ceil(3.2 / step);
        double sum = 0;
        for (int n = -count; n <= count; n++) {
            double u = 0.5 * Math.PI * Math.sinh(n * step);
            double cosh = Math.cosh(u);
            double weight = 0.5 * Math.PI * Math.cosh(n * step) / (cosh * cosh);
            // 1 + tanh(u), in the form that keeps its digits near zero.
            double place = Math.exp(u) / cosh;
            sum += weight * f.applyAsDouble(0.5 * end * place);
        }
        return 0.5 * end * step * sum;
    }
}
