package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.discrete.WalkWidths;

/**
 * Finds the widths of integer walks by looking at conditionals: from the present value, how far up and down does the
 * log weight stay within 2 of what it is here? For a Gaussian shape the two distances together are about four standard
 * deviations, which is where a random walk does best.
 */
final class WalkWidthProbe {
    private static final double DROP = 2;
    private static final int WIDEST = 1 << 20;

    private final double[] logWidths;
    private int looks;

    WalkWidthProbe(int sites) {
        logWidths = new double[sites];
    }

    void look(Cursor cursor) {
        for (int site = 0; site < logWidths.length; site++) {
            if (!cursor.space().support(site).bounded()
                    || cursor.space().support(site).size() > 64) {
                int here = cursor.value(site);
                double floor = cursor.logWeight(site, here) - DROP;
                long span = reach(cursor, site, here, floor, 1) + reach(cursor, site, here, floor, -1);
                logWidths[site] += Elementary.log((double) Math.max(1, span));
            }
        }
        looks++;
    }

    private static long reach(Cursor cursor, int site, int here, double floor, int direction) {
        long good = 0;
        for (long distance = 1; distance <= WIDEST; distance *= 2) {
            if (!likely(cursor, site, here + direction * distance, floor)) {
                break;
            }
            good = distance;
        }
        // Between the last good distance and twice it, to an eighth.
        for (long refinement = good / 2; refinement >= Math.max(1, good / 8); refinement /= 2) {
            if (likely(cursor, site, here + direction * (good + refinement), floor)) {
                good += refinement;
            }
        }
        return good;
    }

    private static boolean likely(Cursor cursor, int site, long value, double floor) {
        return value >= cursor.lower(site)
                && value <= cursor.upper(site)
                && cursor.logWeight(site, (int) value) > floor;
    }

    WalkWidths widths() {
        int[] widths = new int[logWidths.length];
        boolean walks = false;
        for (int site = 0; site < widths.length; site++) {
            widths[site] = (int) Math.max(1, Math.round(Elementary.exp(logWidths[site] / Math.max(1, looks))));
            walks |= logWidths[site] > 0;
        }
        return walks ? WalkWidths.of(widths) : WalkWidths.common(1);
    }
}
