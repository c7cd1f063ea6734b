package dev.tandem.density.contract;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Ties;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Checks what a cursor says of sites, their bounds, weights and ties, against log densities of fresh cursors. */
final class SiteChecks {
    private static final int SITES_PER_STATE = 4;
    private static final int VALUES_PER_SITE = 12;

    private final Examined at;
    private final Space space;
    private final SplittableRandom random;
    private final int[] x;

    SiteChecks(Examined at) {
        this.at = at;
        space = at.space;
        random = at.random;
        x = at.x;
    }

    void check(Cursor walker) {
        for (int n = 0; n < Math.min(SITES_PER_STATE, x.length); n++) {
            int site = x.length <= SITES_PER_STATE ? n : random.nextInt(x.length);
            if (checkBounds(walker, site)) {
                checkWeights(walker, site);
            }
        }
    }

    private boolean checkBounds(Cursor walker, int site) {
        int low = walker.lower(site);
        int high = walker.upper(site);
        Support widest = space.support(site);
        String name = space.siteName(site);
        if (low < widest.lower() || high > widest.upper() || low > high) {
            at.violation("bounds of " + name + ": " + low + " to " + high + ", outside the support " + widest + " at "
                    + at.state());
            return false;
        }
        if (x[site] < low || x[site] > high) {
            at.violation("bounds of " + name + ": the present value " + x[site] + " is possible, but not within " + low
                    + " to " + high + " at " + at.state());
            return false;
        }
        for (int n = 1; n <= 3; n++) {
            int distance = n < 3 ? n : 3 + random.nextInt(20);
            expectImpossible(site, widest, (long) low - distance, low, high);
            expectImpossible(site, widest, (long) high + distance, low, high);
        }
        int other = candidate(random, low, high, x[site]);
        Cursor elsewhere = at.fresh();
        elsewhere.assign(site, other);
        if (elsewhere.lower(site) != low || elsewhere.upper(site) != high) {
            at.violation("bounds of " + name + " depend on its own value: " + low + " to " + high + " at " + x[site]
                    + ", " + elsewhere.lower(site) + " to " + elsewhere.upper(site) + " at " + other);
        }
        return true;
    }

    private void expectImpossible(int site, Support widest, long value, int low, int high) {
        if (value < widest.lower() || value > widest.upper()) {
            return;
        }
        Cursor elsewhere = at.fresh();
        elsewhere.assign(site, (int) value);
        double logDensity = elsewhere.logDensity();
        if (logDensity > Double.NEGATIVE_INFINITY) {
            at.violation("bounds of " + space.siteName(site) + ": " + value + " lies outside " + low + " to " + high
                    + " but has log density " + logDensity + " at " + at.state());
        }
    }

    private void checkWeights(Cursor walker, int site) {
        int low = walker.lower(site);
        int high = walker.upper(site);
        boolean bounded = low != Support.UNBOUNDED_BELOW && high != Support.UNBOUNDED_ABOVE;
        long width = bounded ? (long) high - low + 1 : Long.MAX_VALUE;
        boolean listed = width <= 1 << 16;
        double[] logWeights = new double[listed ? (int) width : 0];
        if (listed) {
            Arrays.fill(logWeights, Double.NaN);
            walker.conditional(site, logWeights);
        }
        int[] stretch = {candidate(random, low, high, x[site]), candidate(random, low, high, x[site])};
        Arrays.sort(stretch);
        double[] inARow = new double[stretch[1] - stretch[0] + 1];
        walker.logWeights(site, stretch[0], inARow.length, inARow);
        double here = at.fresh().logDensity();
        double single = walker.logWeight(site, x[site]);
        String name = space.siteName(site);
        for (int n = 0; n < Math.min(VALUES_PER_SITE, width); n++) {
            int value = width <= VALUES_PER_SITE ? low + n : candidate(random, low, high, x[site]);
            Cursor elsewhere = at.fresh();
            elsewhere.assign(site, value);
            double there = elsewhere.logDensity();
            double magnitude = Math.max(Math.abs(here), Double.isInfinite(there) ? 0 : Math.abs(there));
            at.expect(
                    "logWeight of " + name + " = " + value + " less that of " + x[site],
                    there - here,
                    walker.logWeight(site, value) - single,
                    magnitude);
            if (value >= stretch[0] && value <= stretch[1]) {
                at.expect(
                        "logWeight of " + name + " = " + value + ", found from " + stretch[0] + " on, less that of "
                                + x[site],
                        there - here,
                        inARow[value - stretch[0]] - single,
                        magnitude);
            }
            if (listed) {
                at.expect(
                        "conditional of " + name + ": log weight of " + value + " less that of " + x[site],
                        there - here,
                        logWeights[value - low] - logWeights[x[site] - low],
                        magnitude);
            }
        }
    }

    /** Some sites that share a factor, at other values together: factors that read none of them stay as they are. */
    void checkTies(Cursor walker) {
        Ties ties = walker.ties();
        if (ties.isEmpty()) {
            return;
        }
        int[] shared = ties.sites(random.nextInt(ties.factors()));
        int[] values = x.clone();
        StringBuilder what = new StringBuilder("factors of ties, with");
        for (int n = 0; n < 3; n++) {
            int site = shared[random.nextInt(shared.length)];
            Support support = space.support(site);
            values[site] = candidate(random, support.lower(), support.upper(), x[site]);
            what.append(' ').append(space.siteName(site)).append(" = ").append(values[site]);
        }
        double[] before = new double[ties.factors()];
        double here = at.fresh().logDensity();
        for (int factor = 0; factor < before.length; factor++) {
            before[factor] = walker.logFactor(factor);
        }
        walker.assignAll(values);
        double change = 0;
        double magnitude = Math.abs(here);
        for (int factor = 0; factor < before.length; factor++) {
            double after = walker.logFactor(factor);
            boolean reads = Arrays.stream(ties.sites(factor)).anyMatch(site -> values[site] != x[site]);
            if (!reads && Double.compare(after, before[factor]) != 0) {
                at.expect("factor " + factor + " that reads no such site: " + what, before[factor], after, here);
            }
            change += after - before[factor];
            magnitude += Math.abs(before[factor]) + (Double.isInfinite(after) ? 0 : Math.abs(after));
        }
        walker.assignAll(x);
        Cursor elsewhere = at.fresh();
        elsewhere.assignAll(values);
        at.expect(what.toString(), elsewhere.logDensity() - here, change, magnitude);
    }

    /** A value from low to high, near the present one if there are many. */
    static int candidate(SplittableRandom random, int low, int high, int present) {
        int reach = 1 << random.nextInt(6);
        int least = (int) Math.max(low, (long) present - reach);
        int greatest = (int) Math.min(high, (long) present + reach);
        return least + random.nextInt(greatest - least + 1);
    }
}
