package dev.tandem.report.findings;

import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Courses;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All that is judged in a run: the unknowns that are reported, those that are not, and the log density. */
final class Judged {
    /** Findings name no more unknowns than this. */
    private static final int MOST_NAMES = 1000;

    private final List<Quantity> quantities = new ArrayList<>();
    private final int unknowns;

    /** What is to be known of an unknown that never changed. */
    enum Proof {
        /** The model and its data leave no other value. */
        SETTLED,
        /** It is computed from others. */
        COMPUTED,
        /** It is drawn anew every time, exactly given the others. */
        DRAWN,
        /** Nothing is proved. */
        NONE
    }

    /**
     * One unknown, or the log density.
     *
     * @param size the effective size
     * @param constant whether it had one value in all draws
     * @param counted whether it is an unknown, and not the log density
     */
    record Quantity(Supplier<String> name, double rhat, double size, boolean constant, Proof proof, boolean counted) {}

    Judged(Summary summary, Evidence evidence) {
        List<SummaryRow> rows = summary.rows();
        for (int element = 0; element < rows.size(); element++) {
            SummaryRow row = rows.get(element);
            Proof proof = evidence.roles().isSettled(element)
                    ? Proof.SETTLED
                    : evidence.roles().isComputed(element)
                            ? Proof.COMPUTED
                            : evidence.roles().isDrawn(element) ? Proof.DRAWN : Proof.NONE;
            quantities.add(new Quantity(row::name, row.rhat(), row.effectiveSize(), row.sd() == 0, proof, true));
        }
        Courses courses = evidence.courses();
        // The first is the log density.
        for (int i = 0; i < courses.elements(); i++) {
            int element = i;
            Convergence.Measure measure = courses.measure(element);
            boolean constant = measure.rhat() == Double.NEGATIVE_INFINITY;
            quantities.add(new Quantity(
                    () -> courses.name(element),
                    constant ? Double.NaN : measure.rhat(),
                    constant ? Double.NaN : measure.size(),
                    constant,
                    Proof.NONE,
                    element > 0));
        }
        unknowns = rows.size() + Math.max(0, courses.elements() - 1);
    }

    /** Those wanted, the greatest measure first. */
    List<Quantity> select(Predicate<Quantity> wanted, ToDoubleFunction<Quantity> measure) {
        return quantities.stream()
                .filter(wanted)
                .sorted(Comparator.comparingDouble(measure).reversed())
                .toList();
    }

    double worstRhat() {
        return quantities.stream()
                .mapToDouble(Quantity::rhat)
                .filter(rhat -> !Double.isNaN(rhat))
                .max()
                .orElse(1);
    }

    static List<String> names(List<Quantity> quantities) {
        return quantities.stream()
                .limit(MOST_NAMES)
                .map(quantity -> quantity.name().get())
                .collect(Collectors.toList());
    }

    /** How many of the unknowns these are, in words. */
    String share(List<Quantity> some) {
        long count = some.stream().filter(Quantity::counted).count();
        String density = count < some.size() ? "the log density" : "";
        if (count == 0) {
            return density;
        }
        return count + " of " + unknowns + (unknowns == 1 ? " unknown" : " unknowns")
                + (density.isEmpty() ? "" : " and " + density);
    }
}
