package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.density.Support;

/**
 * A point to start a chain from.
 *
 * @param q the continuous coordinates
 * @param x the values of the sites
 */
@SuppressWarnings("ArrayRecordComponent")
public record Start(double[] q, int[] x) {
    public Start {
        q = q.clone();
        x = x.clone();
    }

    /** Moves the cursor here; says what is wrong with this start if it cannot serve. */
    void place(Cursor cursor) {
        Space space = cursor.space();
        if (q.length != space.dimension()) {
            throw new SamplingException("the start has " + q.length + " continuous values, the density has "
                    + space.dimension() + " coordinates");
        }
        if (x.length != space.sites()) {
            throw new SamplingException(
                    "the start has " + x.length + " discrete values, the density has " + space.sites() + " sites");
        }
        for (int i = 0; i < q.length; i++) {
            if (!Double.isFinite(q[i])) {
                throw new SamplingException("the start of " + space.coordinateName(i) + " is " + q[i]);
            }
        }
        for (int site = 0; site < x.length; site++) {
            Support support = space.support(site);
            if (!support.contains(x[site])) {
                throw new SamplingException(
                        "the start of " + space.siteName(site) + " is " + x[site] + ", outside its support " + support);
            }
        }
        cursor.moveTo(q);
        cursor.assignAll(x);
        double logDensity = cursor.logDensity();
        if (logDensity == Double.NEGATIVE_INFINITY) {
            throw new SamplingException("the start is impossible under the model: its log density is minus infinity at "
                    + StartSearch.describe(cursor));
        }
    }
}
