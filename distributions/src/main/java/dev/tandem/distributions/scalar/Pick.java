package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** One of two given values, the first with the given probability: {@code dpick}. */
public final class Pick {
    private Pick() {}

    /** The log density of {@code dpick} at x. */
    public static double logDensity(double x, double probability, double first, double second) {
        if (!(probability >= 0 && probability <= 1 && (x == first || x == second))) {
            return Outside.of(x, probability, first, second);
        }
        return first == second ? 0 : x == first ? Elementary.log(probability) : Elementary.log1p(-probability);
    }

    /** d log density / d probability. */
    public static double d1(double x, double probability, double first, double second) {
        return first == second ? 0 : x == first ? 1 / probability : 1 / (probability - 1);
    }

    /** One draw. */
    public static double sample(UniformRandomProvider rng, double probability, double first, double second) {
        return rng.nextDouble() < probability ? first : second;
    }
}
