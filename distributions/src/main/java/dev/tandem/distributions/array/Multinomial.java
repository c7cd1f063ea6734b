package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Draws;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.Outside;
import dev.tandem.distributions.special.Probabilities;
import org.apache.commons.rng.UniformRandomProvider;

/** The multinomial distribution with weights that need not sum to one: {@code dmulti}. */
public final class Multinomial implements ArrayDistribution {
    public Multinomial() {}

    /** The log density of the counts x[xOffset ..] with weights p[offset ..] and n trials. */
    public static double logDensity(double[] x, int xOffset, double[] p, int offset, int size, double n) {
        double density = GammaFunction.logFactorial(n);
        double sum = 0;
        double count = 0;
        double least = 0;
        for (int i = 0; i < size; i++) {
            double weight = Math.max(0, p[offset + i]);
            double v = x[xOffset + i];
            if (!(weight >= 0 && v >= 0 && v == Math.rint(v))) {
                return Outside.of(weight, v);
            }
            least = Math.min(least, p[offset + i]);
            sum += weight;
            count += v;
            density += v == 0 ? 0 : v * Elementary.log(weight) - GammaFunction.logFactorial(v);
        }
        return count == n && sum > 0 && least >= -Probabilities.SLACK * sum
                ? density - n * Elementary.log(sum)
                : Outside.of(n, sum);
    }

    /** Adds scale times the derivatives by the weights. */
    public static void addByWeights(
            double[] x,
            int xOffset,
            double[] p,
            int offset,
            int size,
            double n,
            double scale,
            double[] g,
            int gOffset) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += p[offset + i];
        }
        for (int i = 0; i < size; i++) {
            double v = x[xOffset + i];
            g[gOffset + i] += scale * ((v == 0 ? 0 : v / p[offset + i]) - n / sum);
        }
    }

    /** One draw into x, by binomials of what is left. */
    public static void sample(
            UniformRandomProvider rng, double[] p, int offset, int size, double n, double[] x, int xOffset) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += p[offset + i];
        }
        double left = n;
        for (int i = 0; i < size; i++) {
            double share = p[offset + i] >= sum ? 1 : p[offset + i] / sum;
            double v = left == 0 ? 0 : i == size - 1 ? left : Draws.binomial(rng, share, left);
            x[xOffset + i] = v;
            left -= v;
            sum -= p[offset + i];
        }
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(arguments[0], 0, arguments[1], 0, Shapes.length(dims[0]), arguments[2][0]);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        if (bars[1] != null) {
            int size = Shapes.length(dims[0]);
            addByWeights(arguments[0], 0, arguments[1], 0, size, arguments[2][0], scale, bars[1], 0);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return argument == 1;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        sample(rng, arguments[1], 0, Shapes.length(dims[0]), arguments[2][0], arguments[0], 0);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.vector("the value", dims[0]),
                Shapes.sameLength("the array of probabilities", dims[1], "the value", dims[0]),
                Shapes.scalar("the number of trials", dims[2]));
    }
}
