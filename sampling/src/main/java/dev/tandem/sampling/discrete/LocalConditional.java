package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;

/** The local conditional of one site as weights relative to its largest, in buffers that grow to the widest support. */
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
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, logWeights[i]);
        }
        total = 0;
        for (int i = 0; i < count; i++) {
            double weight = logWeights[i] == most ? 1 : Math.exp(logWeights[i] - most);
            weights[i] = weight;
            total += weight;
        }
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
