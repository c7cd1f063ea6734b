package dev.tandem.draws.summary;

import dev.tandem.draws.Draws;
import dev.tandem.draws.ElementScan;
import dev.tandem.draws.statistics.Buffers;
import dev.tandem.draws.statistics.NormalScores;
import dev.tandem.draws.statistics.Order;
import dev.tandem.draws.statistics.Ranges;
import java.util.List;
import java.util.function.IntFunction;

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
        return of(draws, Courses.none());
    }

    /** Of the unknowns whose draws are kept, and of the others. */
    public static Convergence of(Draws draws, Courses others) {
        Draws fitting = draws.thinned(ElementScan.thinning(draws));
        NormalScores table = NormalScores.of(fitting);
        List<Measure> measures = ElementScan.mapWith(fitting, () -> {
            Buffers buffers = new Buffers();
            return (element, values) -> measure(values, table, buffers);
        });
        Worst worst = new Worst();
        for (int element = 0; element < measures.size(); element++) {
            worst.add(measures.get(element), draws::elementName, element);
        }
        return worst.and(others);
    }

    /** Of the unknowns in a summary, and of others. */
    public static Convergence of(Summary summary, Courses others) {
        Worst worst = new Worst();
        for (SummaryRow row : summary.rows()) {
            if (row.sd() != 0) {
                worst.add(new Measure(row.rhat(), row.effectiveSize()), element -> row.name(), 0);
            }
        }
        return worst.and(others);
    }

    /** Of unknowns whose draws are not kept. */
    public static Convergence of(Courses courses) {
        return new Worst().and(courses);
    }

    /** The worst of what was added. */
    private static final class Worst {
        private double rhat = Double.NEGATIVE_INFINITY;
        private String rhatOf = "";
        private double size = Double.POSITIVE_INFINITY;
        private String sizeOf = "";

        void add(Measure measure, IntFunction<String> names, int element) {
            // Once something is unknown it stays so.
            if (Double.isNaN(measure.rhat()) || measure.rhat() > rhat) {
                rhat = measure.rhat();
                rhatOf = names.apply(element);
            }
            if (Double.isNaN(measure.size()) || measure.size() < size) {
                size = measure.size();
                sizeOf = names.apply(element);
            }
        }

        Convergence and(Courses courses) {
            for (int element = 0; element < courses.elements(); element++) {
                add(courses.measure(element), courses::name, element);
            }
            return new Convergence(rhat, rhatOf, size, sizeOf);
        }
    }

    /** One unknown, given its draws by chain. */
    public static Measure measure(double[][] values) {
        return measure(values, NormalScores.NONE, new Buffers());
    }

    private static Measure measure(double[][] values, NormalScores table, Buffers buffers) {
        Order order = Diagnostics.order(values, buffers);
        double[] sorted = order.sorted();
        if (sorted.length > 0 && sorted[0] == sorted[sorted.length - 1]) {
            return new Measure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        Ranges scores = Diagnostics.normalScores(values, order, table, buffers);
        return new Measure(
                Diagnostics.rhat(values, order, scores, table, buffers),
                SummaryRow.effectiveSize(Diagnostics.ess(scores, buffers), Diagnostics.essTail(values, sorted)));
    }

    /** Whether every unknown has this many effective draws, and chains that agree. */
    public boolean reached(double wantedSize, double largestRhat) {
        return size >= wantedSize && rhat < largestRhat;
    }
}
