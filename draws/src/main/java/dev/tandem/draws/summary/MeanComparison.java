package dev.tandem.draws.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * Whether two runs, by different samplers or of different seeds, found the same means: the difference of each mean in
 * units of its Monte Carlo standard error, which is about standard normal if both runs are right.
 *
 * @param differences of the elements that both runs know well enough, in order
 * @param unknown how many elements have too few effective draws for an error to be known
 */
public record MeanComparison(List<Difference> differences, int unknown) {
    /** Below so many effective draws a standard error is itself too uncertain to be a unit. */
    private static final double SMALLEST_SIZE = 50;

    /** The difference of one element's means over its standard error; infinite if it stood still at two places. */
    public record Difference(String name, double standardErrors) {}

    public MeanComparison {
        differences = List.copyOf(differences);
    }

    /** Compares the elements that both summaries have. */
    public static MeanComparison of(Summary one, Summary other) {
        Map<String, SummaryRow> others = new HashMap<>();
        other.rows().forEach(row -> others.put(row.name(), row));
        List<Difference> differences = new ArrayList<>();
        int unknown = 0;
        for (SummaryRow row : one.rows()) {
            SummaryRow counterpart = others.get(row.name());
            if (counterpart == null) {
                continue;
            }
            if (isKnown(row) && isKnown(counterpart)) {
                differences.add(new Difference(row.name(), standardErrors(row, counterpart)));
            } else {
                unknown++;
            }
        }
        return new MeanComparison(differences, unknown);
    }

    private static boolean isKnown(SummaryRow row) {
        return row.sd() == 0 || row.essBulk() >= SMALLEST_SIZE;
    }

    private static double standardErrors(SummaryRow one, SummaryRow other) {
        double difference = Math.abs(one.mean() - other.mean());
        double error = Math.hypot(error(one), error(other));
        return difference == 0 ? 0 : difference / error;
    }

    /** What never moved has no error of its own. */
    private static double error(SummaryRow row) {
        return row.sd() == 0 ? 0 : row.mcseMean();
    }

    /** The largest difference; empty if there is none to judge. */
    public Optional<Difference> largest() {
        return differences.stream().max(Comparator.comparingDouble(Difference::standardErrors));
    }

    /** The greatest difference that right runs would exceed anywhere with the given probability. */
    public double limit(double falseAlarms) {
        return Math.sqrt(2) * InverseErfc.value(falseAlarms / Math.max(1, differences.size()));
    }

    /** Whether no difference is beyond what right runs would show. */
    public boolean holds(double falseAlarms) {
        double limit = limit(falseAlarms);
        return differences.stream().allMatch(difference -> difference.standardErrors() <= limit);
    }
}
