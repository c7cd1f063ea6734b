package dev.tandem.report.plot;

import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.text.JsonNumbers;
import java.util.Arrays;
import tools.jackson.databind.node.ArrayNode;

/** The ends of the intervals that a reader can choose between, and the median: computed from all draws. */
public final class IntervalEnds {
    /** Those of the middle 95%, 90%, 80% and 50%, and the median between them. */
    private static final double[] LEVELS = {0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975};

    private IntervalEnds() {}

    /** Which quantiles they are. */
    public static double[] levels() {
        return LEVELS.clone();
    }

    /** Of one unknown, chain by chain; not numbers where a draw is none. */
    public static double[] of(double[][] chains) {
        double[] sorted = Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
        Arrays.sort(sorted);
        boolean known = sorted.length > 0 && !Double.isNaN(sorted[sorted.length - 1]);
        return Arrays.stream(LEVELS)
                .map(level -> known ? Quantiles.of(sorted, level) : Double.NaN)
                .toArray();
    }

    /** What is said of an unknown of another run: mean, sd, R-hat, effective size, and its intervals. */
    public static void add(ArrayNode array, SummaryRow row, double[] ends) {
        JsonNumbers.add(array, row.mean());
        JsonNumbers.add(array, row.sd());
        JsonNumbers.add(array, row.rhat());
        JsonNumbers.add(array, row.essBulk());
        for (double end : ends) {
            JsonNumbers.addRounded(array, end);
        }
    }
}
