package dev.tandem.draws;

import java.util.List;

/**
 * How far a run has come: the worst of its unknowns. Those that never moved are left out.
 *
 * @param rhat the largest R-hat; NaN if it is not known for all unknowns that move
 * @param rhatOf the unknown that has it; empty if none moves
 * @param size the smallest effective size, of bulk and tails; NaN if it is not known for all unknowns that move
 * @param sizeOf the unknown that has it; empty if none moves
 */
public record Convergence(double rhat, String rhatOf, double size, String sizeOf) {
    /**
     * How far one unknown has come.
     *
     * @param rhat R-hat; minus infinity if it never moved, so that it is worse than none
     * @param size the effective size, the smaller of bulk and tails; infinity if it never moved
     */
    public record Measure(double rhat, double size) {}

    public static Convergence of(Draws draws) {
        Draws fitting = draws.thinned(ElementScan.thinning(draws));
        List<Measure> measures = ElementScan.map(fitting, (element, values) -> measure(values));
        Measure disagreeing = new Measure(Double.NEGATIVE_INFINITY, 0);
        String disagreeingName = "";
        Measure smallest = new Measure(0, Double.POSITIVE_INFINITY);
        String smallestName = "";
        for (int element = 0; element < measures.size(); element++) {
            Measure measure = measures.get(element);
            // Once something is unknown it stays so.
            if (Double.isNaN(measure.rhat()) || measure.rhat() > disagreeing.rhat()) {
                disagreeing = measure;
                disagreeingName = draws.elementName(element);
            }
            if (Double.isNaN(measure.size()) || measure.size() < smallest.size()) {
                smallest = measure;
                smallestName = draws.elementName(element);
            }
        }
        return new Convergence(disagreeing.rhat(), disagreeingName, smallest.size(), smallestName);
    }

    /** One unknown, given its draws by chain. */
    public static Measure measure(double[][] values) {
        double[] sorted = Diagnostics.sorted(values);
        if (sorted.length > 0 && sorted[0] == sorted[sorted.length - 1]) {
            return new Measure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double[][] scores = Diagnostics.normalScores(values, sorted);
        return new Measure(
                Diagnostics.rhat(values, sorted, scores),
                SummaryRow.effectiveSize(Diagnostics.ess(scores), Diagnostics.essTail(values, sorted)));
    }

    /** Whether every unknown has this many effective draws, and chains that agree. */
    public boolean reached(double wantedSize, double largestRhat) {
        return size >= wantedSize && rhat < largestRhat;
    }
}
