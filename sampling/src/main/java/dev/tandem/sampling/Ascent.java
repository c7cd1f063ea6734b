package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.LongRangeProposal;
import dev.tandem.sampling.discrete.SiteUpdate;
import dev.tandem.sampling.random.Randomness;

/**
 * Climbs from a possible state towards the bulk of the density and stops at its edge: quasi-Newton steps (L-BFGS) for the
 * continuous unknowns, draws from their conditionals for the discrete ones.
 *
 * <p>The top is no place to start from: it may lie in the neck of a funnel, and chains that begin there begin together.
 * For a Gaussian in d dimensions the product of gradient and Newton step is the squared distance from the top in standard
 * deviations, which in the bulk is chi-squared with d degrees of freedom. When that is small enough the climb ends, and
 * goes back on its way as far as it was small before: a start inside the bulk stays where it is.
 */
final class Ascent {
    /** Pairs of steps and changes of the gradient that stand for the curvature. */
    private static final int MEMORY = 20;

    /** Beyond this many coordinates fewer of them, since they cost memory. */
    private static final int LARGE = 10_000;

    private static final int MEMORY_OF_LARGE = 6;

    /** Pairs without which the curvature is not known. */
    private static final int FEW = 5;

    /** Standard deviations of chi-squared by which a start may lie outside. */
    private static final double OUTSIDE = 2;

    /** So little left to gain, for each coordinate, is the top, however little is known of the curvature. */
    private static final double AT_THE_TOP = 1e-3;

    private static final int HALVINGS = 40;
    private static final double ENOUGH_GAIN = 1e-4;

    /** Values of a site that are weighed at one visit. */
    private static final int LISTED = 64;

    private static final int COARSEST = 16;

    private final Cursor cursor;
    private final Randomness random;
    private final SiteUpdate update = new FreshUpdate(new LongRangeProposal(LISTED, LISTED, COARSEST));
    private final int dimension;
    private final int memory;
    private final double[][] steps;
    private final double[][] changes;
    private final double[] products;
    private final double[] shares;
    private final double[] heights;
    private final double[] direction;
    private double[] q;
    private double[] gradient;
    private double[] triedQ;
    private double[] triedGradient;
    private double height;
    private int remembered;
    private int newest;
    /** The newest steps that led from one to the next, with the discrete unknowns as they are. */
    private int unbroken;

    Ascent(Cursor cursor, Randomness random) {
        this.cursor = cursor;
        this.random = random;
        dimension = cursor.space().dimension();
        memory = dimension > LARGE ? MEMORY_OF_LARGE : MEMORY;
        steps = new double[memory][dimension];
        changes = new double[memory][dimension];
        products = new double[memory];
        shares = new double[memory];
        heights = new double[memory];
        direction = new double[dimension];
        q = new double[dimension];
        gradient = new double[dimension];
        triedQ = new double[dimension];
        triedGradient = new double[dimension];
    }

    /**
     * Moves the cursor from a state of finite density and gradient to one that is no lower but for what chance does to the
     * discrete unknowns; returns its log density.
     *
     * @param gradients the most that it may ask for
     */
    double run(int gradients) {
        long begun = cursor.work().gradients();
        forget();
        cursor.copyPosition(q);
        height = cursor.logDensityAndGradient(gradient);
        double reach = 1;
        boolean arrived = false;
        int nextSweep = 0;
        for (int step = 0; cursor.work().gradients() - begun < gradients; step++) {
            if (step == nextSweep && cursor.space().sites() > 0) {
                // At 0, 1, 3, 7, ..: conditionals change most at the beginning.
                sweep();
                nextSweep = 2 * step + 1;
            }
            if (dimension == 0) {
                return height;
            }
            findDirection();
            double slope = dot(gradient, direction);
            if (!(slope >= 0) || slope == Double.POSITIVE_INFINITY) {
                // The curvature that was seen is not that of here.
                forget();
                findDirection();
                slope = dot(gradient, direction);
            }
            arrived = remembered > 0 && slope <= (curvatureKnown() ? atTheEdge() : AT_THE_TOP * dimension);
            if (!(slope > 0) || arrived) {
                break;
            }
            double longest = largest(direction);
            double share = Math.min(1, reach / longest);
            double taken = search(share, slope, gradients - (cursor.work().gradients() - begun));
            if (taken == 0) {
                if (remembered == 0) {
                    break;
                }
                forget();
            }
            // As far as it went, and twice that next time.
            reach = taken == 0 ? 1 : Math.max(1, 2 * taken * longest);
        }
        if (arrived || curvatureKnown()) {
            goBack();
        }
        cursor.moveTo(q);
        return height;
    }

    private void forget() {
        remembered = 0;
        unbroken = 0;
    }

    private boolean curvatureKnown() {
        return remembered >= Math.min(FEW, dimension + 1);
    }

    /** Takes back steps that were made inside the bulk, so that chains do not meet near its top. */
    private void goBack() {
        double top = height;
        for (int k = 0; k < unbroken; k++) {
            int i = Math.floorMod(newest - k, memory);
            add(gradient, 1, changes[i]);
            findDirection();
            if (!(dot(gradient, direction) <= atTheEdge()) || top - heights[i] > atTheEdge()) {
                return;
            }
            add(q, -1, steps[i]);
            height = heights[i];
        }
    }

    private double atTheEdge() {
        return dimension + OUTSIDE * Math.sqrt(2.0 * dimension);
    }

    private void sweep() {
        for (int site = 0; site < cursor.space().sites(); site++) {
            update.update(cursor, site, random);
        }
        height = cursor.logDensityAndGradient(gradient);
        unbroken = 0;
    }

    /** The product of inverse curvature and gradient, by the two loops; without curvature no coordinate goes beyond 1. */
    private void findDirection() {
        System.arraycopy(gradient, 0, direction, 0, dimension);
        if (remembered == 0) {
            double most = largest(gradient);
            scale(direction, most > 1 ? 1 / most : 1);
            return;
        }
        for (int k = 0; k < remembered; k++) {
            int i = Math.floorMod(newest - k, memory);
            shares[i] = dot(steps[i], direction) / products[i];
            add(direction, -shares[i], changes[i]);
        }
        scale(direction, products[newest] / dot(changes[newest], changes[newest]));
        for (int k = remembered - 1; k >= 0; k--) {
            int i = Math.floorMod(newest - k, memory);
            add(direction, shares[i] - dot(changes[i], direction) / products[i], steps[i]);
        }
    }

    /** Goes along the direction to where the gain is worth the way; returns the share of it that was gone, 0 if none. */
    private double search(double first, double slope, long gradients) {
        double share = first;
        for (int halving = 0; halving < Math.min(HALVINGS, gradients); halving++) {
            for (int i = 0; i < dimension; i++) {
                triedQ[i] = q[i] + share * direction[i];
            }
            cursor.moveTo(triedQ);
            double tried = cursor.logDensityAndGradient(triedGradient);
            if (tried >= height + ENOUGH_GAIN * share * slope && allFinite(triedGradient)) {
                remember();
                height = tried;
                double[] swap = q;
                q = triedQ;
                triedQ = swap;
                swap = gradient;
                gradient = triedGradient;
                triedGradient = swap;
                return share;
            }
            share /= 2;
        }
        cursor.moveTo(q);
        return 0;
    }

    private void remember() {
        int place = Math.floorMod(newest + 1, memory);
        double[] step = steps[place];
        double[] change = changes[place];
        for (int i = 0; i < dimension; i++) {
            step[i] = triedQ[i] - q[i];
            change[i] = gradient[i] - triedGradient[i];
        }
        double product = dot(step, change);
        if (product > 1e-10 * Math.sqrt(dot(step, step)) * Math.sqrt(dot(change, change))
                && Double.isFinite(dot(change, change))) {
            products[place] = product;
            heights[place] = height;
            newest = place;
            remembered = Math.min(remembered + 1, memory);
            unbroken = Math.min(unbroken + 1, memory);
        } else {
            unbroken = 0;
        }
    }

    static boolean allFinite(double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    private static double largest(double[] values) {
        double most = 0;
        for (double value : values) {
            most = Math.max(most, Math.abs(value));
        }
        return most;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void scale(double[] values, double factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
    }

    private static void add(double[] values, double factor, double[] others) {
        for (int i = 0; i < values.length; i++) {
            values[i] += factor * others[i];
        }
    }
}
