package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import org.apache.commons.rng.UniformRandomProvider;

/** The observation of how many cut points lie below t, a point that equals t not counted: {@code dinterval}. */
public final class IntervalCensoring extends CertainValue {
    public IntervalCensoring() {}

    /** Zero if cut[x - 1] &lt; t &lt;= cut[x], counted from zero at {@code offset}, else -infinity. */
    public static double logDensity(double x, double t, double[] cut, int offset, int size) {
        if (Double.isNaN(x) || Double.isNaN(t)) {
            return Double.NaN;
        }
        return x == category(t, cut, offset, size) ? 0 : Double.NEGATIVE_INFINITY;
    }

    /** The only value possible. */
    public static double category(double t, double[] cut, int offset, int size) {
        int category = 0;
        while (category < size && t > cut[offset + category]) {
            category++;
        }
        return category;
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(arguments[0][0], arguments[1][0], arguments[2], 0, Shapes.length(dims[2]));
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        arguments[0][0] = category(arguments[1][0], arguments[2], 0, Shapes.length(dims[2]));
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.scalar("the value", dims[0]),
                Shapes.scalar("the observed variable", dims[1]),
                Shapes.vector("the array of cut points", dims[2]));
    }
}
