package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Logistic;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Truncation;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.NormalIntegral;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** One more than the number of cut points below a latent variable: {@code dordered.logit} and {@code dordered.probit}. */
public final class Ordered implements ArrayDistribution {
    /** The distribution of the latent variable around its mean. */
    public enum Latent {
        /** Of {@code dordered.logit}. */
        LOGISTIC {
            @Override
            double logCumulative(double z) {
                return -Exponentials.log1pExp(-z);
            }

            @Override
            double logDensity(double z) {
                return -Math.abs(z) - 2 * Elementary.log1p(Elementary.exp(-Math.abs(z)));
            }

            @Override
            double sample(UniformRandomProvider rng, double mean) {
                return Logistic.sample(rng, mean, 1);
            }
        },
        /** Of {@code dordered.probit}. */
        NORMAL {
            @Override
            double logCumulative(double z) {
                return NormalIntegral.logCumulative(z);
            }

            @Override
            double logDensity(double z) {
                return -0.5 * z * z - GammaFunction.HALF_LOG_TWO_PI;
            }

            @Override
            double sample(UniformRandomProvider rng, double mean) {
                return Normal.sample(rng, mean, 1);
            }
        };

        abstract double logCumulative(double z);

        abstract double logDensity(double z);

        abstract double sample(UniformRandomProvider rng, double mean);
    }

    private final Latent latent;

    public Ordered(Latent latent) {
        this.latent = latent;
    }

    /** The log density at x = 1, .. size + 1, with ascending cut points. */
    public static double logDensity(Latent latent, double x, double mean, double[] cut, int offset, int size) {
        if (!possible(x, size) || Double.isNaN(mean)) {
            return Outside.of(x, mean);
        }
        for (int i = offset + 1; i < offset + size; i++) {
            if (!(cut[i] > cut[i - 1])) {
                return Outside.of(cut[i], cut[i - 1]);
            }
        }
        int k = (int) x;
        double below = k == 1 ? Double.NEGATIVE_INFINITY : cut[offset + k - 2] - mean;
        double above = k > size ? Double.POSITIVE_INFINITY : cut[offset + k - 1] - mean;
        return Truncation.logProbability(
                latent.logCumulative(below),
                latent.logCumulative(-below),
                latent.logCumulative(above),
                latent.logCumulative(-above));
    }

    private static boolean possible(double x, int size) {
        return x >= 1 && x <= size + 1 && x == Math.rint(x);
    }

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        return logDensity(latent, arguments[0][0], arguments[1][0], arguments[2], 0, Shapes.length(dims[2]));
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[2]);
        if (!possible(arguments[0][0], size)) {
            return;
        }
        int k = (int) arguments[0][0];
        double log = logDensity(arguments, dims);
        if (k > 1) {
            addByCut(arguments, k - 2, log, -scale, bars);
        }
        if (k <= size) {
            addByCut(arguments, k - 1, log, scale, bars);
        }
    }

    /** A bound moves the probability by the latent density there; a higher mean lowers both bounds. */
    private void addByCut(double[][] arguments, int i, double log, double scale, double[][] bars) {
        double change = scale * Elementary.exp(latent.logDensity(arguments[2][i] - arguments[1][0]) - log);
        if (bars[2] != null) {
            bars[2][i] += change;
        }
        if (bars[1] != null) {
            bars[1][0] -= change;
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return argument > 0;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        double draw = latent.sample(rng, arguments[1][0]);
        arguments[0][0] = 1 + IntervalCensoring.category(draw, arguments[2], 0, Shapes.length(dims[2]));
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.scalar("the value", dims[0]),
                Shapes.scalar("the mean", dims[1]),
                Shapes.vector("the array of cut points", dims[2]));
    }
}
