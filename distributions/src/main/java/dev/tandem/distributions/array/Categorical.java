package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Probabilities;
import org.apache.commons.rng.UniformRandomProvider;

/** The categorical distribution on 1, 2, .. K with weights that need not sum to one: {@code dcat}. */
public final class Categorical implements ArrayDistribution {
    public Categorical() {}

    /** The log density at x, of the weights p[offset], .. p[offset + size - 1]. */
    public static double logDensity(double x, double[] p, int offset, int size) {
        double sum = sum(p, offset, size);
        if (!(x >= 1 && x <= size && x == Math.rint(x) && sum > 0)) {
            return Outside.of(x, sum);
        }
        return Elementary.log(Math.max(0, p[offset + (int) x - 1])) - Elementary.log(sum);
    }

    /** Adds scale times the derivative of the log density by each weight. */
    public static void addByWeights(
            double x, double[] p, int offset, int size, double scale, double[] gradient, int gradientOffset) {
        double sum = sum(p, offset, size);
        for (int i = 0; i < size; i++) {
            gradient[gradientOffset + i] -= scale / sum;
        }
        gradient[gradientOffset + (int) x - 1] += scale / p[offset + (int) x - 1];
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double[] p, int offset, int size) {
        double u = rng.nextDouble() * sum(p, offset, size);
        int last = 1;
        for (int i = 0; i < size; i++) {
            if (p[offset + i] > 0) {
                last = i + 1;
                u -= p[offset + i];
                if (u < 0) {
                    break;
                }
            }
        }
        return last;
    }

    /** The sum, NaN if a weight is negative by more than rounding. */
    private static double sum(double[] p, int offset, int size) {
        double sum = 0;
        double least = 0;
        for (int i = offset; i < offset + size; i++) {
            if (p[i] >= 0) {
                sum += p[i];
            } else {
                least = Math.min(least, p[i]);
            }
        }
        return least >= -Probabilities.SLACK * sum ? sum : Double.NaN;
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(arguments[0][0], arguments[1], 0, Shapes.length(dims[1]));
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[1]);
        double x = arguments[0][0];
        if (bars[1] != null && x >= 1 && x <= size) {
            addByWeights(x, arguments[1], 0, size, scale, bars[1], 0);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return argument == 1;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        arguments[0][0] = sample(rng, arguments[1], 0, Shapes.length(dims[1]));
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(Shapes.scalar("the value", dims[0]), Shapes.vector("the array of probabilities", dims[1]));
    }
}
