package dev.tandem.distributions;

import org.apache.commons.rng.UniformRandomProvider;

/** One more than the number of cut points below a latent normal variable with the given mean: {@code dordered.probit}. */
public final class OrderedProbit {
    private OrderedProbit() {}

    /** The log density at x = 1, .. size + 1, with ascending cut points. */
    public static double logDensity(double x, double mean, double[] cut, int offset, int size) {
        if (!(x >= 1 && x <= size + 1 && x == Math.rint(x))) {
            return Outside.of(x, mean);
        }
        int k = (int) x;
        double below = k == 1 ? Double.NEGATIVE_INFINITY : cut[offset + k - 2] - mean;
        double above = k > size ? Double.POSITIVE_INFINITY : cut[offset + k - 1] - mean;
        return Truncation.logProbability(
                logCumulative(below), logSurvival(below), logCumulative(above), logSurvival(above));
    }

    /** d log density / d mean. */
    public static double d1(double x, double mean, double[] cut, int offset, int size) {
        int k = (int) x;
        double log = logDensity(x, mean, cut, offset, size);
        double below = k == 1 ? 0 : Math.exp(logLatent(cut[offset + k - 2] - mean) - log);
        double above = k > size ? 0 : Math.exp(logLatent(cut[offset + k - 1] - mean) - log);
        return below - above;
    }

    /** Adds scale times the derivatives by the cut points. */
    public static void addByCut(
            double x, double mean, double[] cut, int offset, int size, double scale, double[] g, int gOffset) {
        int k = (int) x;
        double log = logDensity(x, mean, cut, offset, size);
        if (k > 1) {
            g[gOffset + k - 2] -= scale * Math.exp(logLatent(cut[offset + k - 2] - mean) - log);
        }
        if (k <= size) {
            g[gOffset + k - 1] += scale * Math.exp(logLatent(cut[offset + k - 1] - mean) - log);
        }
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double mean, double[] cut, int offset, int size) {
        return 1 + Interval.category(Normal.sample(rng, mean, 1), cut, offset, size);
    }

    private static double logCumulative(double z) {
        return NormalIntegral.logCumulative(z);
    }

    private static double logSurvival(double z) {
        return NormalIntegral.logCumulative(-z);
    }

    private static double logLatent(double z) {
        return -0.5 * z * z - GammaFunction.HALF_LOG_TWO_PI;
    }
}
