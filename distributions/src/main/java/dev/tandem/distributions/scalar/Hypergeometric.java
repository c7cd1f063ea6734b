package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Quantiles;
import org.apache.commons.rng.UniformRandomProvider;

/** The noncentral hypergeometric distribution: of m1 drawn from n1 and n2, those of the first kind, by odds ratio. */
public final class Hypergeometric {
    private Hypergeometric() {}

    /** The log density of {@code dhyper} at x. */
    public static double logDensity(double x, double n1, double n2, double m1, double psi) {
        if (!(x >= lower(n1, n2, m1, psi) && x <= upper(n1, n2, m1, psi) && x == Math.rint(x) && psi > 0)) {
            return Outside.of(x, n1, n2, m1, psi);
        }
        return logWeight(x, n1, n2, m1, psi) - Elementary.log(sum(x, n1, n2, m1, psi, 0));
    }

    /** d log density / d psi. */
    public static double d4(double x, double n1, double n2, double m1, double psi) {
        return (x - sum(x, n1, n2, m1, psi, 1) / sum(x, n1, n2, m1, psi, 0)) / psi;
    }

    /** Pr(X &lt;= x). */
    public static double cumulative(double x, double n1, double n2, double m1, double psi) {
        return sum(Math.floor(x), n1, n2, m1, psi, 2) / sum(0, n1, n2, m1, psi, 0);
    }

    /** Pr(X &gt; x). */
    public static double survival(double x, double n1, double n2, double m1, double psi) {
        return sum(Math.floor(x), n1, n2, m1, psi, 3) / sum(0, n1, n2, m1, psi, 0);
    }

    /** log Pr(X &lt;= x). */
    public static double logCumulative(double x, double n1, double n2, double m1, double psi) {
        return Elementary.log(cumulative(x, n1, n2, m1, psi));
    }

    /** log Pr(X &gt; x). */
    public static double logSurvival(double x, double n1, double n2, double m1, double psi) {
        return Elementary.log(survival(x, n1, n2, m1, psi));
    }

    /** d cumulative / d psi: minus both tails times the difference of their means. */
    public static double c4(double x, double n1, double n2, double m1, double psi) {
        if (x < lower(n1, n2, m1, psi) || x >= upper(n1, n2, m1, psi)) {
            return 0;
        }
        double floor = Math.floor(x);
        double below = sum(floor, n1, n2, m1, psi, 2);
        double above = sum(floor, n1, n2, m1, psi, 3);
        double meanBelow = sum(floor, n1, n2, m1, psi, 4) / below;
        double meanAbove = sum(floor, n1, n2, m1, psi, 5) / above;
        double all = below + above;
        return -(below / all) * (above / all) * (meanAbove - meanBelow) / psi;
    }

    /** The smallest x with cumulative(x) &gt;= p. */
    public static double quantile(double p, double n1, double n2, double m1, double psi) {
        return Quantiles.discrete(
                x -> cumulative(x, n1, n2, m1, psi),
                x -> survival(x, n1, n2, m1, psi),
                p,
                lower(n1, n2, m1, psi),
                upper(n1, n2, m1, psi));
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double n1, double n2, double m1, double psi) {
        return quantile(Draws.open(rng), n1, n2, m1, psi);
    }

    /** The lower end of the support. */
    public static double lower(double n1, double n2, double m1, double psi) {
        return Math.max(0, m1 - n2);
    }

    /** The upper end of the support. */
    public static double upper(double n1, double n2, double m1, double psi) {
        return Math.min(n1, m1);
    }

    /** The mode: the root of (n1 - y)(m1 - y) psi = y (n2 - m1 + y), rounded down and one added. */
    private static double mode(double n1, double n2, double m1, double psi) {
        double a = psi - 1;
        double b = -((m1 + n1 + 2) * psi + n2 - m1);
        double c = psi * (n1 + 1) * (m1 + 1);
        // Where psi is huge and n1 = m1 the two roots meet, and rounding may leave less than nothing under the root.
        double q = -0.5 * (b - Math.sqrt(Math.max(0, b * b - 4 * a * c)));
        return Math.max(lower(n1, n2, m1, psi), Math.min(upper(n1, n2, m1, psi), Math.floor(c / q)));
    }

    /** The log weight of y relative to the mode's. */
    private static double logWeight(double y, double n1, double n2, double m1, double psi) {
        double mode = mode(n1, n2, m1, psi);
        double first = GammaFunction.logChoose(n1, y) - GammaFunction.logChoose(n1, mode);
        double second = GammaFunction.logChoose(n2, m1 - y) - GammaFunction.logChoose(n2, m1 - mode);
        return first + second + (y - mode) * Elementary.log(psi);
    }

    /** The sum of weights: all (0), times y (1), of y &lt;= x (2), of y &gt; x (3), these times y (4, 5). */
    private static double sum(double x, double n1, double n2, double m1, double psi, int kind) {
        double mode = mode(n1, n2, m1, psi);
        double sum = 0;
        double term = 1;
        for (double y = mode; y <= upper(n1, n2, m1, psi) && term > 0; y++) {
            sum += term * share(x, y, kind);
            term *= psi * (n1 - y) * (m1 - y) / ((y + 1) * (n2 - m1 + y + 1));
        }
        term = 1;
        for (double y = mode; y > lower(n1, n2, m1, psi) && term > 0; y--) {
            term *= y * (n2 - m1 + y) / (psi * (n1 - y + 1) * (m1 - y + 1));
            sum += term * share(x, y - 1, kind);
        }
        return sum;
    }

    private static double share(double x, double y, int kind) {
        return kind == 0 ? 1 : kind == 1 ? y : (y <= x) == (kind % 2 == 0) ? (kind > 3 ? y : 1) : 0;
    }
}
