package dev.tandem.distributions.array;

import dev.tandem.distributions.scalar.Draws;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import org.apache.commons.rng.UniformRandomProvider;

/** What the Wishart distributions share: the multivariate gamma function and Bartlett's decomposition. */
public final class Bartlett {
    private static final double LOG_PI = Elementary.log(Math.PI);

    private Bartlett() {}

    /** The logarithm of the multivariate gamma function of the given size at k/2. */
    public static double logGamma(double degrees, int size) {
        double sum = 0.25 * size * (size - 1) * LOG_PI;
        for (int i = 0; i < size; i++) {
            sum += GammaFunction.logGamma(0.5 * (degrees - i));
        }
        return sum;
    }

    /** The derivative of {@link #logGamma} by k. */
    static double byDegrees(double degrees, int size) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += 0.5 * GammaFunction.digamma(0.5 * (degrees - i));
        }
        return sum;
    }

    /** Fills the lower triangle of {@code a} such that a a' is Wishart with the identity as its matrix; zero above. */
    static void sample(UniformRandomProvider rng, double degrees, int size, double[] a) {
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                a[i + j * size] = i < j
                        ? 0
                        : i == j ? Math.sqrt(2 * Draws.gamma(rng, 0.5 * (degrees - i))) : Normal.sample(rng, 0, 1);
            }
        }
    }

    /** Writes a a' to {@code x}, exactly symmetric. */
    public static void square(double[] a, int size, double[] x) {
        for (int j = 0; j < size; j++) {
            for (int i = j; i < size; i++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += a[i + k * size] * a[j + k * size];
                }
                x[i + j * size] = sum;
                x[j + i * size] = sum;
            }
        }
    }
}
