package dev.tandem.draws.summary;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.ElementScan;
import dev.tandem.draws.NearMiss;
import dev.tandem.draws.statistics.Buffers;
import dev.tandem.draws.statistics.Moments;
import dev.tandem.draws.statistics.NormalScores;
import dev.tandem.draws.statistics.Order;
import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.draws.statistics.Ranges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One row per element: where it lies, how uncertain that is, and whether the chains agree.
 *
 * @param every 1, or more where all draws would not have fitted into memory, or taken too long: rows are of every so many then, and
 *     effective sizes are at least what they say
 */
public record Summary(List<SummaryRow> rows, int chains, int drawsPerChain, int every) {
    /** How many values of a discrete element a row lists. */
    public static final int MAX_FREQUENCIES = 10;

    public Summary {
        rows = List.copyOf(rows);
    }

    /** A summary of all draws. */
    public Summary(List<SummaryRow> rows, int chains, int drawsPerChain) {
        this(rows, chains, drawsPerChain, 1);
    }

    /** Summarises all elements, in order, on several threads. */
    public static Summary of(Draws draws) {
        return of(draws, ElementScan.thinning(draws));
    }

    /** Summarises one draw in so many, where looking at all would take too long. */
    public static Summary of(Draws draws, int every) {
        Draws fitting = draws.thinned(every);
        NormalScores table = NormalScores.of(fitting);
        List<SummaryRow> rows = ElementScan.mapWith(fitting, () -> {
            Buffers buffers = new Buffers();
            return (element, values) -> row(draws, element, values, table, buffers);
        });
        return new Summary(rows, draws.chains(), draws.drawsPerChain(), every);
    }

    /** The row of an element, named as in {@link Draws#elementName}. */
    public SummaryRow row(String name) {
        for (SummaryRow row : rows) {
            if (row.name().equals(name)) {
                return row;
            }
        }
        List<String> names = rows.stream().map(SummaryRow::name).toList();
        throw new IllegalArgumentException("no element " + name + NearMiss.hint(name, names));
    }

    private static SummaryRow row(Draws draws, int element, double[][] values, NormalScores table, Buffers buffers) {
        // Sorting and scoring take most of the time, so the diagnostics share them.
        Order order = Diagnostics.order(values, buffers);
        double[] sorted = order.sorted();
        Ranges scores = Diagnostics.normalScores(values, order, table, buffers);
        double mean = Moments.mean(values);
        double sd = Math.sqrt(Moments.varianceAround(mean, values));
        String name = draws.elementName(element);
        Variable.Kind kind = draws.variableOf(element).kind();
        return new SummaryRow(
                name,
                kind,
                mean,
                sd,
                Diagnostics.mcseMean(values, sd, buffers),
                Diagnostics.mcseSd(values, mean, buffers),
                Quantiles.of(sorted, 0.05),
                Quantiles.of(sorted, 0.5),
                Quantiles.of(sorted, 0.95),
                Diagnostics.rhat(values, order, scores, table, buffers),
                Diagnostics.ess(scores, buffers),
                Diagnostics.essTail(values, sorted),
                kind == Variable.Kind.DISCRETE ? frequencies(name, sorted) : List.of(),
                false);
    }

    private static List<SummaryRow.Frequency> frequencies(String name, double[] sorted) {
        List<SummaryRow.Frequency> all = new ArrayList<>();
        for (int start = 0, end; start < sorted.length; start = end) {
            long value = (long) sorted[start];
            if (value != sorted[start]) {
                throw new IllegalArgumentException(
                        name + " is discrete but a draw of it is " + sorted[start] + ", not a whole number");
            }
            end = start + 1;
            while (end < sorted.length && sorted[end] == sorted[start]) {
                end++;
            }
            all.add(new SummaryRow.Frequency(value, (double) (end - start) / sorted.length));
        }
        // The sort is stable: of equally frequent values the smallest stays first.
        all.sort(Comparator.comparingDouble(SummaryRow.Frequency::probability).reversed());
        return all.subList(0, Math.min(all.size(), MAX_FREQUENCIES));
    }
}
