package dev.tandem.sampling.trajectory;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.random.Randomness;

/**
 * The doubling of multinomial NUTS (Hoffman and Gelman 2014, Betancourt 2017): an orbit grows to either side until it
 * turns back on itself, and a state is chosen by weight.
 *
 * <p>Why it stays exact on mixed orbits: for an orbit s_0 .. s_m the product of target density and probability of
 * building just this orbit from s_i is proportional to exp(-error_i), whatever discrete updates lie between; the choice
 * below leaves these weights invariant, and the stopping rule depends on the orbit alone.
 */
public final class DoublingTree {
    /** The log weight at which the reference is moved, far from overflow even when summed over a tree. */
    private static final double HEAVY = 300;

    private int maxDepth;
    private final Span whole;
    private final Span[] halves;

    /** Two weights, to choose between. */
    private final double[] pair = new double[2];

    private Orbit orbit;
    private Randomness random;

    /** Weights are exp(-error - reference): one exponential a state. Those that underflow had no chance anyway. */
    private double reference;

    private double weight;
    private double weightOfSubtree;
    private double acceptanceSum;
    private double steerableSum;
    private int leaves;
    private int depth;
    private boolean divergent;
    private boolean impossible;

    /** A stretch of the orbit: the momenta and velocities at its two ends, and the sum of its momenta. */
    private static final class Span {
        final double[] sum;
        double[] nearMomentum;
        double[] nearVelocity;
        double[] farMomentum;
        double[] farVelocity;

        Span(int dimension) {
            sum = new double[dimension];
            nearMomentum = new double[dimension];
            nearVelocity = new double[dimension];
            farMomentum = new double[dimension];
            farVelocity = new double[dimension];
        }

        void turnRound() {
            double[] momentum = nearMomentum;
            nearMomentum = farMomentum;
            farMomentum = momentum;
            double[] velocity = nearVelocity;
            nearVelocity = farVelocity;
            farVelocity = velocity;
        }

        void single(double[] momentum, double[] velocity) {
            for (int i = 0; i < sum.length; i++) {
                double p = momentum[i];
                double v = velocity[i];
                sum[i] = p;
                nearMomentum[i] = p;
                farMomentum[i] = p;
                nearVelocity[i] = v;
                farVelocity[i] = v;
            }
        }

        /** This span followed by another on its far side; the other is left as work space. */
        void append(Span next) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += next.sum[i];
            }
            double[] momentum = farMomentum;
            farMomentum = next.farMomentum;
            next.farMomentum = momentum;
            double[] velocity = farVelocity;
            farVelocity = next.farVelocity;
            next.farVelocity = velocity;
        }

        /** Whether both of its ends move along the sum of its momenta and another momentum. */
        private boolean straight(double[] otherMomentum, double[] end, double[] otherEnd) {
            double along = 0;
            double otherAlong = 0;
            for (int i = 0; i < sum.length; i++) {
                double total = sum[i] + otherMomentum[i];
                along += total * end[i];
                otherAlong += total * otherEnd[i];
            }
            return along > 0 && otherAlong > 0;
        }
    }

    public DoublingTree(int dimension, int maxDepth) {
        this.maxDepth = maxDepth;
        whole = new Span(dimension);
        halves = new Span[maxDepth + 1];
        for (int i = 0; i <= maxDepth; i++) {
            halves[i] = new Span(dimension);
        }
    }

    /** Lets trees grow to this depth at most, which may not be greater than the one there is room for. */
    void growNoDeeperThan(int depth) {
        if (depth >= halves.length) {
            throw new IllegalArgumentException("no room for trees of depth " + depth);
        }
        maxDepth = depth;
    }

    /** Grows a tree from the orbit's present state, which stands for the trajectory until another is adopted. */
    public void grow(Orbit orbit, Randomness random) {
        this.orbit = orbit;
        this.random = random;
        acceptanceSum = 0;
        steerableSum = 0;
        leaves = 0;
        depth = 0;
        divergent = false;
        impossible = false;
        whole.single(orbit.momentum(), orbit.velocity());
        reference = 0;
        weight = 1;
        int facing = 1;
        while (depth < maxDepth) {
            int direction = random.coin() ? 1 : -1;
            // The span's far side is where it grows.
            if (direction != facing) {
                whole.turnRound();
                facing = direction;
            }
            weightOfSubtree = 0;
            Span grown = halves[depth];
            boolean complete = build(depth, direction, grown);
            if (!complete) {
                break;
            }
            depth++;
            // Favours the new half, and leaves the weights invariant as Metropolis between the two halves does.
            if (weightOfSubtree >= weight || happens(weightOfSubtree, weight)) {
                orbit.adopt();
            }
            weight += weightOfSubtree;
            boolean goesOn = straight(whole, grown, depth == 1);
            whole.append(grown);
            if (!goesOn) {
                break;
            }
        }
    }

    /** Adds 2^depth states; false as soon as the subtree turns back or diverges, which rules all of it out. */
    private boolean build(int level, int direction, Span into) {
        if (level == 0) {
            return addState(direction, into);
        }
        // The near half goes straight into its parent's span, the far half into the work space of its level.
        Span far = halves[level - 1];
        if (!build(level - 1, direction, into) || !build(level - 1, direction, far)) {
            return false;
        }
        boolean straight = straight(into, far, level == 1);
        into.append(far);
        return straight;
    }

    private boolean addState(int direction, Span into) {
        double error = orbit.extend(direction);
        leaves++;
        if (!(error < Phase.DIVERGENCE)) {
            divergent = true;
            impossible = error == Double.POSITIVE_INFINITY;
            return false;
        }
        if (orbit.endsBefore()) {
            return false;
        }
        double share = weigh(-error);
        weightOfSubtree += share;
        // One pass over the subtree: each state replaces the candidate with its share of the weight so far.
        if (share == weightOfSubtree || happens(share, weightOfSubtree)) {
            orbit.remember();
        }
        into.single(orbit.momentum(), orbit.velocity());
        return true;
    }

    /** The weight of a state, whose acceptance is counted too. */
    private double weigh(double logWeight) {
        if (logWeight - reference > HEAVY) {
            double scale = Elementary.exp(reference - logWeight);
            weight *= scale;
            weightOfSubtree *= scale;
            reference = logWeight;
        }
        double share = Elementary.exp(logWeight - reference);
        double acceptance = Math.min(1, reference == 0 ? share : Elementary.exp(logWeight));
        acceptanceSum += acceptance;
        steerableSum += orbit.wholeStep() ? acceptance : 0;
        return share;
    }

    /** True with probability {@code part / total}. */
    private boolean happens(double part, double total) {
        pair[0] = part;
        pair[1] = total - part;
        return random.categorical(pair, 2, total) == 0;
    }

    /**
     * Whether two adjoining spans together go on straight: the ends, and each half with the first state of the other.
     * For single states the three are one.
     */
    private static boolean straight(Span near, Span far, boolean single) {
        if (!near.straight(far.sum, near.nearVelocity, far.farVelocity)) {
            return false;
        }
        if (single) {
            return true;
        }
        return near.straight(far.nearMomentum, near.nearVelocity, far.nearVelocity)
                && far.straight(near.farMomentum, near.farVelocity, far.farVelocity);
    }

    /** Mean acceptance probability over the states added. */
    public double acceptance() {
        return leaves == 0 ? 1 : acceptanceSum / leaves;
    }

    /**
     * That mean over those that were possible, unless the first of all was not; see {@link Transition#steerable}. A step
     * that had to be divided counts as refused: its size was too large for the place.
     */
    public double steerable() {
        if (leaves == 0) {
            return 1;
        }
        return steerableSum / (impossible && leaves > 1 ? leaves - 1 : leaves);
    }

    public int leaves() {
        return leaves;
    }

    public int depth() {
        return depth;
    }

    public boolean divergent() {
        return divergent;
    }

    /** Whether it diverged at an impossible state. */
    public boolean impossible() {
        return impossible;
    }
}
