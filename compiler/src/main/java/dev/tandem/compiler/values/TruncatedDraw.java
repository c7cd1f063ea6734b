package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.TruncatedQuantile;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.special.Elementary;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A draw from a distribution between two bounds, both included: by trying where that is cheap, otherwise by inverting
 * the distribution function, on the side and on the scale where it keeps its digits.
 */
final class TruncatedDraw {
    private static final double CHEAP = 0.1;
    private static final int TRIES = 1_000;

    private final ScalarDistribution distribution;
    private final double[] p;
    private final double low;
    private final double high;

    TruncatedDraw(ScalarDistribution distribution, double[] p, double low, double high) {
        this.distribution = distribution;
        this.p = p;
        this.low = low;
        this.high = high;
    }

    /** NaN if there is nothing between the bounds. */
    double sample(UniformRandomProvider rng) {
        double below = distribution.discrete() ? Math.ceil(low) - 1 : low;
        double logLower = distribution.logCumulative(below, p);
        double logUpper = distribution.logCumulative(high, p);
        if (!(low <= high) || Double.isNaN(logLower) || Double.isNaN(logUpper)) {
            return Double.NaN;
        }
        if (Elementary.exp(logUpper) - Elementary.exp(logLower) > CHEAP) {
            for (int i = 0; i < TRIES; i++) {
                double draw = distribution.sample(rng, p);
                if (draw >= low && draw <= high) {
                    return draw;
                }
            }
        }
        return TruncatedQuantile.inverse(distribution, rng.nextDouble(), low, high, p);
    }
}
