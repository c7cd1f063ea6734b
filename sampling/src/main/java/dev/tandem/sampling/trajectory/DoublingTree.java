package dev.tandem.sampling.trajectory;

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
    private final int maxDepth;
    private final Span whole;
    private final Span[] halves;
    private final double[] scratch;

    private Orbit orbit;
    private Randomness random;
    private double logWeightOfSubtree;
    private double acceptanceSum;
    private int leaves;
    private int depth;
    private boolean divergent;

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
            copy(momentum, sum);
            copy(momentum, nearMomentum);
            copy(momentum, farMomentum);
            copy(velocity, nearVelocity);
            copy(velocity, farVelocity);
        }

        /** This span followed by another on its far side. */
        void append(Span next) {
            add(next.sum, sum);
            copy(next.farMomentum, farMomentum);
            copy(next.farVelocity, farVelocity);
        }
    }

    public DoublingTree(int dimension, int maxDepth) {
        this.maxDepth = maxDepth;
        whole = new Span(dimension);
        halves = new Span[maxDepth + 1];
        for (int i = 0; i <= maxDepth; i++) {
            halves[i] = new Span(dimension);
        }
        scratch = new double[dimension];
    }

    /** Grows a tree from the orbit's present state, which stands for the trajectory until another is adopted. */
    public void grow(Orbit orbit, Randomness random) {
        this.orbit = orbit;
        this.random = random;
        acceptanceSum = 0;
        leaves = 0;
        depth = 0;
        divergent = false;
        whole.single(orbit.momentum(), orbit.velocity());
        double logWeight = 0;
        int facing = 1;
        while (depth < maxDepth) {
            int direction = random.coin() ? 1 : -1;
            // The span's far side is where it grows.
            if (direction != facing) {
                whole.turnRound();
                facing = direction;
            }
            logWeightOfSubtree = Double.NEGATIVE_INFINITY;
            Span grown = halves[depth];
            boolean complete = build(depth, direction, grown);
            if (!complete) {
                break;
            }
            depth++;
            // Favours the new half, and leaves the weights invariant as Metropolis between the two halves does.
            if (random.accept(logWeightOfSubtree - logWeight)) {
                orbit.adopt();
            }
            logWeight = logSum(logWeight, logWeightOfSubtree);
            boolean goesOn = straight(whole, grown);
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
        boolean straight = straight(into, far);
        into.append(far);
        return straight;
    }

    private boolean addState(int direction, Span into) {
        double error = orbit.extend(direction);
        leaves++;
        if (!(error < Phase.DIVERGENCE)) {
            divergent = true;
            return false;
        }
        acceptanceSum += Math.min(1, Math.exp(-error));
        logWeightOfSubtree = logSum(logWeightOfSubtree, -error);
        // One pass over the subtree: each state replaces the candidate with its share of the weight so far.
        if (random.accept(-error - logWeightOfSubtree)) {
            orbit.remember();
        }
        into.single(orbit.momentum(), orbit.velocity());
        return true;
    }

    /** Whether two adjoining spans together go on straight: the ends, and each half with the first state of the other. */
    private boolean straight(Span near, Span far) {
        copy(near.sum, scratch);
        add(far.sum, scratch);
        if (turns(scratch, near.nearVelocity, far.farVelocity)) {
            return false;
        }
        copy(near.sum, scratch);
        add(far.nearMomentum, scratch);
        if (turns(scratch, near.nearVelocity, far.nearVelocity)) {
            return false;
        }
        copy(far.sum, scratch);
        add(near.farMomentum, scratch);
        return !turns(scratch, near.farVelocity, far.farVelocity);
    }

    private static boolean turns(double[] sum, double[] velocity, double[] otherVelocity) {
        return !(dot(sum, velocity) > 0 && dot(sum, otherVelocity) > 0);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void add(double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    private static void copy(double[] from, double[] to) {
        System.arraycopy(from, 0, to, 0, to.length);
    }

    private static double logSum(double a, double b) {
        if (a < b) {
            return logSum(b, a);
        }
        return b == Double.NEGATIVE_INFINITY ? a : a + Math.log1p(Math.exp(b - a));
    }

    /** Mean acceptance probability over the states added. */
    public double acceptance() {
        return leaves == 0 ? 1 : acceptanceSum / leaves;
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
}
