package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.IncompleteGamma;
import dev.tandem.distributions.special.Saddlepoint;
import dev.tandem.distributions.special.ScalarFunctions;

/** Sums over the Poisson index of a noncentral chi-square, outward from the largest term. */
final class PoissonMixture {
    private static final double NEGLIGIBLE = 1e-18;
    /**
     * Beyond this index terms are not added up one by one: there would be more than a hundred thousand, and beyond 2^53
     * no end of them. What replaces them is right to one part in as many.
     */
    private static final double FAR = 1e8;

    private PoissonMixture() {}

    /** The index j of the largest product of Poisson weight and chi-square density: (j + 1)(k/2 + j) = delta x / 4. */
    private static double mode(double x, double degrees, double noncentrality) {
        double half = 0.5 * degrees;
        double root = Math.sqrt((half - 1) * (half - 1) + noncentrality * x);
        return Math.max(0, Math.floor(0.5 * (root - half - 1)) + 1);
    }

    static double logDensity(double x, double degrees, double noncentrality) {
        double mode = mode(x, degrees, noncentrality);
        double largest =
                Saddlepoint.logPoisson(mode, 0.5 * noncentrality) + Gamma.logDensity(x, 0.5 * degrees + mode, 0.5);
        return largest + Elementary.log(sum(x, degrees, noncentrality, mode, 0));
    }

    /** The mean of j given x. */
    static double meanIndex(double x, double degrees, double noncentrality) {
        double mode = mode(x, degrees, noncentrality);
        return sum(x, degrees, noncentrality, mode, 1) / sum(x, degrees, noncentrality, mode, 0);
    }

    /** The mean of digamma(k/2 + j) given x. */
    static double meanDigamma(double x, double degrees, double noncentrality) {
        double mode = mode(x, degrees, noncentrality);
        return sum(x, degrees, noncentrality, mode, 2) / sum(x, degrees, noncentrality, mode, 0);
    }

    /** The sum, relative to its largest term, of the terms (0), times j (1) or times digamma(k/2 + j) (2). */
    private static double sum(double x, double degrees, double noncentrality, double mode, int weight) {
        double half = 0.5 * degrees;
        if (!(mode < FAR)) {
            // Laplace: the terms fall off like a normal density around the mode.
            double variance = 1 / (1 / (mode + 1) + 1 / (half + mode));
            return Math.sqrt(2 * Math.PI * variance) * weight(weight, mode, half);
        }
        double rate = 0.25 * noncentrality * x;
        double sum = weight(weight, mode, half);
        double term = 1;
        for (double j = mode; term > NEGLIGIBLE; j++) {
            term *= rate / ((j + 1) * (half + j));
            sum += term * weight(weight, j + 1, half);
        }
        term = 1;
        for (double j = mode; j > 0 && term > NEGLIGIBLE; j--) {
            term *= j * (half + j - 1) / rate;
            sum += term * weight(weight, j - 1, half);
        }
        return sum;
    }

    private static double weight(int weight, double j, double half) {
        return weight == 0 ? 1 : weight == 1 ? j : GammaFunction.digamma(half + j);
    }

    /** Pr(X &lt;= x) or Pr(X &gt; x). */
    static double tail(double x, double degrees, double noncentrality, boolean lower) {
        if (!(degrees > 0 && noncentrality >= 0)) {
            return Double.NaN;
        }
        if (!(noncentrality < FAR)) {
            return farTail(x, degrees, noncentrality, lower);
        }
        double start = Math.floor(0.5 * noncentrality);
        double sum = term(start, x, degrees, noncentrality, lower);
        double last = sum;
        for (double j = start + 1; ; j++) {
            double term = term(j, x, degrees, noncentrality, lower);
            sum += term;
            if (!(term > last) && !(term > NEGLIGIBLE * sum)) {
                break;
            }
            last = term;
        }
        last = 0;
        for (double j = start - 1; j >= 0; j--) {
            double term = term(j, x, degrees, noncentrality, lower);
            sum += term;
            if (!(term > last) && !(term > NEGLIGIBLE * sum)) {
                break;
            }
            last = term;
        }
        return Math.min(1, sum);
    }

    /** Sankaran (1963): a power of a noncentral chi-square that is nearly normal. */
    private static double farTail(double x, double degrees, double noncentrality, boolean lower) {
        double mean = degrees + noncentrality;
        double spread = degrees + 2 * noncentrality;
        double power = 1 - 2 * (mean / spread) * ((degrees + 3 * noncentrality) / spread) / 3;
        double p = spread / mean / mean;
        double m = (power - 1) * (1 - 3 * power);
        double centre = 1 + power * p * (power - 1 - 0.5 * (2 - power) * m * p);
        double z = (Elementary.pow(x / mean, power) - centre) / (power * Math.sqrt(2 * p) * (1 + 0.5 * m * p));
        return ScalarFunctions.phi(lower ? z : -z);
    }

    private static double term(double j, double x, double degrees, double noncentrality, boolean lower) {
        double shape = 0.5 * degrees + j;
        double weight = Elementary.exp(Saddlepoint.logPoisson(j, 0.5 * noncentrality));
        return weight * (lower ? IncompleteGamma.lower(shape, 0.5 * x) : IncompleteGamma.upper(shape, 0.5 * x));
    }

    /** The derivative of Pr(X &lt;= x) by the degrees: every term has the same sign. */
    static double byDegrees(double x, double degrees, double noncentrality) {
        if (!(noncentrality < FAR)) {
            // One more degree moves the whole distribution by one.
            return -Elementary.exp(logDensity(x, degrees, noncentrality));
        }
        double start = Math.floor(0.5 * noncentrality);
        double sum = termByDegrees(start, x, degrees, noncentrality);
        for (int direction = -1; direction <= 1; direction += 2) {
            double last = 0;
            for (double j = start + direction; j >= 0; j += direction) {
                double term = termByDegrees(j, x, degrees, noncentrality);
                sum += term;
                if (!(term < last) && !(term < NEGLIGIBLE * sum)) {
                    break;
                }
                last = term;
            }
        }
        return sum;
    }

    private static double termByDegrees(double j, double x, double degrees, double noncentrality) {
        double weight = Elementary.exp(Saddlepoint.logPoisson(j, 0.5 * noncentrality));
        return 0.5 * weight * IncompleteGamma.byShape(0.5 * degrees + j, 0.5 * x);
    }
}
