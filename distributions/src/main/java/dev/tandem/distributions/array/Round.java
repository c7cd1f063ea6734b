package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Elementary;
import org.apache.commons.rng.UniformRandomProvider;

/** The observation that a value rounds to x at the given number of decimals: {@code dround}. */
public final class Round extends CertainValue {
    public Round() {}

    /** Zero if t rounds to x (halves to even, as JAGS does), else -infinity. */
    public static double logDensity(double x, double t, double digits) {
        if (Double.isNaN(x) || Double.isNaN(t) || Double.isNaN(digits)) {
            return Double.NaN;
        }
        return Math.abs(rounded(t, digits) - x) <= 1e-12 * Math.abs(x) ? 0 : Double.NEGATIVE_INFINITY;
    }

    /** The only value possible. */
    public static double rounded(double t, double digits) {
        double unit = Elementary.pow(10, Math.abs(digits));
        return digits >= 0 ? Math.rint(t * unit) / unit : Math.rint(t / unit) * unit;
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(arguments[0][0], arguments[1][0], arguments[2][0]);
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        arguments[0][0] = rounded(arguments[1][0], arguments[2][0]);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.scalar("the value", dims[0]),
                Shapes.scalar("the rounded variable", dims[1]),
                Shapes.scalar("the number of digits", dims[2]));
    }
}
