package dev.tandem.inference.outcome;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Courses;
import java.util.Locale;

/**
 * The worst unknowns of a run that is going, without looking at all of them each time: at every look the worst known is
 * measured anew until it is worst by a fresh measure, and the others have their turn.
 */
final class WorstSoFar {
    /** Numbers to look at each time, which takes about a tenth of a second. */
    private static final long NUMBERS = 400_000;

    private static final int FEWEST_ELEMENTS = 8;

    /** Adjacent unknowns are read faster together. */
    private static final int AT_ONCE = 8;

    private static final Convergence NOTHING = Convergence.of(Courses.none());

    private float[] rhat = {};
    private float[] size = {};
    /** The look at which each was measured last, from 1. */
    private int[] measured = {};

    /** What is not reported, which is looked at as a whole: that takes little. */
    private Convergence others = NOTHING;

    private int look;
    private int seen;
    private int next;

    /** Looks at the draws that there are. */
    void look(Draws draws) {
        look(draws, Courses.none());
    }

    /** Looks at the draws that there are, and at what is known of unknowns that are not reported. */
    void look(Draws draws, Courses courses) {
        others = Convergence.of(courses);
        int elements = draws.elements();
        if (rhat.length != elements) {
            rhat = new float[elements];
            size = new float[elements];
            measured = new int[elements];
        }
        if (elements == 0) {
            return;
        }
        look++;
        long numbers = (long) draws.chains() * draws.drawsPerChain();
        long quota = Math.max(FEWEST_ELEMENTS, NUMBERS / Math.max(1, numbers));
        for (long i = 0; i < quota / 4 && seen > 0 && measured[worstRhat()] < look; i++) {
            measure(draws, worstRhat(), 1);
        }
        for (long i = 0; i < quota / 4 && seen > 0 && measured[worstSize()] < look; i++) {
            measure(draws, worstSize(), 1);
        }
        for (long left = Math.min(elements, quota / 2); left > 0; left -= AT_ONCE) {
            int count = Math.min(AT_ONCE, elements - next);
            measure(draws, next, count);
            next = (next + count) % elements;
        }
    }

    private void measure(Draws draws, int first, int count) {
        double[][][] columns = draws.elements(first, count);
        for (int i = 0; i < count; i++) {
            Convergence.Measure measure = Convergence.measure(columns[i]);
            rhat[first + i] = (float) measure.rhat();
            size[first + i] = (float) measure.size();
            measured[first + i] = look;
        }
        seen = Math.max(seen, first + count);
    }

    /** What is not known is worst. */
    private int worstRhat() {
        int worst = 0;
        for (int element = 1; element < seen; element++) {
            if (!(rhat[element] <= rhat[worst]) && !Float.isNaN(rhat[worst])) {
                worst = element;
            }
        }
        return worst;
    }

    private int worstSize() {
        int worst = 0;
        for (int element = 1; element < seen; element++) {
            if (!(size[element] >= size[worst]) && !Float.isNaN(size[worst])) {
                worst = element;
            }
        }
        return worst;
    }

    /** The worst in words; empty if nothing moves, or something cannot be known. */
    String describe(Draws draws) {
        if (seen == 0) {
            return "";
        }
        int disagreeing = worstRhat();
        int smallest = worstSize();
        boolean otherRhat = others.rhat() > rhat[disagreeing];
        boolean otherSize = others.size() < size[smallest];
        double greatest = otherRhat ? others.rhat() : rhat[disagreeing];
        double least = otherSize ? others.size() : size[smallest];
        if (Double.isNaN(greatest) || greatest == Double.NEGATIVE_INFINITY || !Double.isFinite(least)) {
            return "";
        }
        return String.format(
                        Locale.ROOT,
                        "after %,d draws: R-hat up to %s (%s), effective size from %,.0f (%s)",
                        draws.drawsPerChain(),
                        greatest == Double.POSITIVE_INFINITY
                                ? "infinity"
                                : String.format(Locale.ROOT, "%.3f", greatest),
                        otherRhat ? others.rhatOf() : draws.elementName(disagreeing),
                        least,
                        otherSize ? others.sizeOf() : draws.elementName(smallest))
                + (seen < rhat.length
                        ? String.format(Locale.ROOT, ", among the first %,d of %,d unknowns", seen, rhat.length)
                        : "");
    }
}
