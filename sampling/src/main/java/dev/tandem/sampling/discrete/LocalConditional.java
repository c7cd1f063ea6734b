package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.FastExponential;

/** The local conditional of one site as weights, in buffers that grow to the widest support. */
final class LocalConditional {
    private double[] logWeights = new double[16];
    private double[] weights = new double[16];
    private int lower;
    private int count;
    private double total;

    /** Finds the weights of a site whose support is bounded. */
    void of(Cursor cursor, int site) {
        lower = cursor.lower(site);
        long size = (long) cursor.upper(site) - lower + 1;
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(cursor.space().siteName(site)
                    + " has no finite support, so its conditional cannot be listed; use the integer walk");
        }
        count = (int) size;
        if (count > logWeights.length) {
            logWeights = new double[Math.max(count, 2 * logWeights.length)];
            weights = new double[logWeights.length];
        }
        cursor.conditional(site, logWeights);
        int present = cursor.value(site) - lower;
        // Relative to the present value, unless others weigh so much more that it does not count beside them.
        boolean usual = present >= 0
                && present < count
                && logWeights[present] > Double.NEGATIVE_INFINITY
                && weighAgainst(logWeights[present]);
        if (!usual) {
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                most = Math.max(most, logWeights[i]);
            }
            weighAgainst(most);
        }
    }

    /** Takes weights relative to one of them; says whether that is possible. */
    private boolean weighAgainst(double reference) {
        total = 0;
        for (int i = 0; i < count; i++) {
            // Where all are impossible, all count the same.
            double weight = reference == Double.NEGATIVE_INFINITY ? 1 : FastExponential.of(logWeights[i] - reference);
            weights[i] = weight;
            total += weight;
        }
        return total < Double.POSITIVE_INFINITY;
    }

    int lower() {
        return lower;
    }

    int count() {
        return count;
    }

    double[] weights() {
        return weights;
    }

    double total() {
        return total;
    }

    double logWeight(int index) {
        return logWeights[index];
    }
}
