package dev.tandem.distributions.function;

import dev.tandem.distributions.array.ArrayDistribution;

/**
 * A function of arrays, with its derivative in reverse mode. An instance owns its scratch space and belongs to one
 * thread; it allocates only when it meets larger arrays than before. Arguments are as in {@link ArrayDistribution}, but the first
 * is argument 0.
 */
public interface ArrayFunction {
    /**
     * The shape of the result.
     *
     * @throws IllegalArgumentException in words for the user, if the shapes do not fit
     */
    int[] resultDims(int[][] dims);

    /** Writes the result from position 0; NaN throughout where there is none. */
    void value(double[][] arguments, int[][] dims, double[] result);

    /**
     * Adds to every array of {@code bars} that is not null the derivative of a sum over the result weighted by
     * {@code resultBar}; {@code result} is what {@link #value} wrote.
     */
    void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars);

    /** A number that arguments can be filled up with without changing the result, NaN if there is none. */
    default double neutral() {
        return Double.NaN;
    }

    /** Whether it has a derivative at all; rank and order have none. */
    default boolean differentiable() {
        return true;
    }
}
