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
    private record Measure(String name, double rhat, double size) {}

    public static Convergence of(Draws draws) {
        return of(draws, Runtime.getRuntime().availableProcessors());
    }

    /** The same by at most so many threads, for those who must leave some to others. */
    public static Convergence of(Draws draws, int threads) {
        List<Measure> measures =
                ElementScan.map(draws, threads, (element, values) -> measure(draws, element, values)).stream()
                        .filter(measure -> !measure.name().isEmpty())
                        .toList();
        Measure disagreeing = new Measure("", Double.NEGATIVE_INFINITY, 0);
        Measure smallest = new Measure("", 0, Double.POSITIVE_INFINITY);
        for (Measure measure : measures) {
            // Once something is unknown it stays so.
            if (Double.isNaN(measure.rhat()) || measure.rhat() > disagreeing.rhat()) {
                disagreeing = measure;
            }
            if (Double.isNaN(measure.size()) || measure.size() < smallest.size()) {
                smallest = measure;
            }
        }
        return new Convergence(disagreeing.rhat(), disagreeing.name(), smallest.size(), smallest.name());
    }

    /** Without a name if the element never moves. */
    private static Measure measure(Draws draws, int element, double[][] values) {
        double[] sorted = Diagnostics.sorted(values);
        if (sorted.length > 0 && sorted[0] == sorted[sorted.length - 1]) {
            return new Measure("", Double.NaN, Double.NaN);
        }
        double[][] scores = Diagnostics.normalScores(values, sorted);
        return new Measure(
                draws.elementName(element),
                Diagnostics.rhat(values, sorted, scores),
                SummaryRow.effectiveSize(Diagnostics.ess(scores), Diagnostics.essTail(values, sorted)));
    }

    /** Whether every unknown has this many effective draws, and chains that agree. */
    public boolean reached(double wantedSize, double largestRhat) {
        return size >= wantedSize && rhat < largestRhat;
    }
}
