package dev.tandem.draws.summary;

import dev.tandem.density.Variable;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the draws say about one element. NaN stands for what cannot be said, such as R-hat of an element that never
 * moves.
 *
 * @param frequencies of a discrete element: its most frequent values, at most {@link Summary#MAX_FREQUENCIES}, the most
 *     frequent first and of equals the smallest; empty for a continuous one
 * @param exact whether mean and frequencies are averages of exact conditional expectations and probabilities at every draw
 *     instead of being counted; the error of the mean is smaller then than the effective size tells
 */
public record SummaryRow(
        String name,
        Variable.Kind kind,
        double mean,
        double sd,
        double mcseMean,
        double mcseSd,
        double q5,
        double q50,
        double q95,
        double rhat,
        double essBulk,
        double essTail,
        List<Frequency> frequencies,
        boolean exact) {

    /**
     * A value and its probability.
     *
     * @param probability its share of all draws, or the mean of exact probabilities
     * @param mcse the Monte Carlo standard error of that; NaN where states were counted
     */
    public record Frequency(long value, double probability, double mcse) {
        /** A value and its share of all draws. */
        public Frequency(long value, double probability) {
            this(value, probability, Double.NaN);
        }
    }

    public SummaryRow {
        frequencies = List.copyOf(frequencies);
    }

    /** The smaller of the two effective sizes; the tails of a discrete element may have none. */
    public double effectiveSize() {
        return effectiveSize(essBulk, essTail);
    }

    static double effectiveSize(double bulk, double tail) {
        return Double.isNaN(tail) ? bulk : Math.min(bulk, tail);
    }

    /** The most frequent value of a discrete element. */
    public OptionalLong mode() {
        return frequencies.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(frequencies.get(0).value());
    }
}
