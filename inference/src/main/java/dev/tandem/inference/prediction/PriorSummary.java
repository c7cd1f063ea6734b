package dev.tandem.inference.prediction;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.inference.basis.Observations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model believes before it sees data: each variable over all of its elements and draws, and what was observed of
 * it.
 *
 * @param rows one for each variable, in order
 */
public record PriorSummary(List<Row> rows) {
    /** Values of a variable that its quantiles are found from at most. */
    private static final int MOST_VALUES = 1 << 20;

    public PriorSummary {
        rows = List.copyOf(rows);
    }

    /**
     * One variable.
     *
     * @param prior what the prior says
     * @param observed what the data say; empty if it was not observed as a whole
     */
    public record Row(Variable variable, Numbers prior, Optional<Numbers> observed) {}

    /** Many values in a few numbers. */
    public record Numbers(double mean, double sd, double least, double q5, double q50, double q95, double greatest) {
        private static Numbers of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            double mean = Arrays.stream(values).average().orElse(Double.NaN);
            double squares = Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            return new Numbers(
                    mean,
                    values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1)),
                    Quantiles.of(sorted, 0),
                    Quantiles.of(sorted, 0.05),
                    Quantiles.of(sorted, 0.5),
                    Quantiles.of(sorted, 0.95),
                    Quantiles.of(sorted, 1));
        }
    }

    /** Of draws from a prior, as {@link dev.tandem.inference.BoundModel#priorDraws} gives them. */
    public static PriorSummary of(DrawSource prior, Observations observations) {
        List<double[]> values = values(prior);
        Map<String, double[]> observed = observed(observations);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < prior.variables().size(); i++) {
            Variable variable = prior.variables().get(i);
            rows.add(new Row(
                    variable,
                    Numbers.of(values.get(i)),
                    Optional.ofNullable(observed.get(variable.name())).map(Numbers::of)));
        }
        return new PriorSummary(rows);
    }

    private static Map<String, double[]> observed(Observations observations) {
        Map<String, double[]> observed = new HashMap<>();
        int first = 0;
        for (Variable variable : observations.variables()) {
            observed.put(variable.name(), Arrays.copyOfRange(observations.values(), first, first + variable.size()));
            first += variable.size();
        }
        return observed;
    }

    /** The values of each variable over its elements and draws, evenly thinned where they are too many. */
    private static List<double[]> values(DrawSource prior) {
        List<ThinnedValues> values = prior.variables().stream()
                .map(variable -> new ThinnedValues((long) variable.size() * prior.drawsPerChain(), MOST_VALUES))
                .toList();
        double[] row = new double[prior.elements()];
        try (DrawReader reader = prior.chain(0)) {
            for (int draw = 0; draw < prior.drawsPerChain(); draw++) {
                reader.read(row, new double[0]);
                int next = 0;
                for (int v = 0; v < values.size(); v++) {
                    for (int i = 0; i < prior.variables().get(v).size(); i++) {
                        values.get(v).add(row[next++]);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values.stream().map(ThinnedValues::toArray).toList();
    }

    /** Every so many of a stream of values, so that at most a given number is kept. */
    private static final class ThinnedValues {
        private final double[] kept;
        private final long stride;
        private long seen;
        private int length;

        ThinnedValues(long all, int most) {
            stride = Math.max(1, (all + most - 1) / most);
            kept = new double[(int) ((all + stride - 1) / stride)];
        }

        void add(double value) {
            if (seen++ % stride == 0) {
                kept[length++] = value;
            }
        }

        double[] toArray() {
            return kept;
        }
    }
}
