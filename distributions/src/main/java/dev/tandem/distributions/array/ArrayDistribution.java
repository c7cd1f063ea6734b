package dev.tandem.distributions.array;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A distribution whose value or parameters are arrays. An instance owns its scratch space and belongs to one thread; it
 * allocates only when it meets larger arrays than before.
 *
 * <p>Argument 0 is the value, the parameters follow in JAGS's order. Each is a column-major array from position 0, which
 * may be longer than its dimensions say; a scalar has the one dimension 1.
 */
public interface ArrayDistribution {
    /** The normalised log density; minus infinity or NaN where the value or a parameter is impossible. */
    double logDensity(double[][] arguments, int[][] dims);

    /** Adds scale times the derivatives of the log density to every array of {@code bars} that is not null. */
    void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars);

    /** Says that an argument, once given, will not change, nor will its dimensions. */
    default void hold(int argument) {}

    /** Both at once, which may share work. */
    default double addGradientAndGetLogDensity(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        double logDensity = logDensity(arguments, dims);
        addGradient(arguments, dims, scale, bars);
        return logDensity;
    }

    /** Whether {@link #addGradient} knows the derivative by an argument. */
    boolean differentiable(int argument);

    /** Writes one draw to argument 0, whose dimensions are given. */
    void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims);

    /**
     * What is wrong with the shapes of value and parameters, in words for the user such as "the precision matrix is 3 by
     * 2, not square", or empty if nothing is.
     */
    String complaint(int[][] dims);
}
