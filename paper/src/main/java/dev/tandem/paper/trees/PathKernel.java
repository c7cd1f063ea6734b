package dev.tandem.paper.trees;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Transition;
import java.util.Arrays;

/**
 * Probabilistic path Hamiltonian Monte Carlo on trees (Dinh, Bilge, Zhang and Matsen 2017).
 *
 * <p>Branch lengths move along straight lines between kicks of the gradient. One that reaches zero is reflected, and if it
 * belongs to an inner edge the path goes on in one of the three shapes that meet there, each with probability 1/3. Read
 * backwards, a path meets the same walls in the opposite order with the same choices, so that forward and backward paths
 * are equally likely, volumes stay as they are, and the usual acceptance makes the posterior invariant.
 *
 * <p>Across such a wall the derivative of the density jumps, and the energy error is of the order of the step. The smoothed
 * variant kicks by the gradient at lengths that are bent away from zero, whose derivative vanishes at the wall. It is accepted
 * by the energy of the posterior itself.
 */
final class PathKernel extends TreeKernel {
    /** What is done at the walls and at the end: the right thing, or a fault that tests have to see. */
    enum Variant {
        EXACT,
        /** Accepts by the smoothed energy. */
        SMOOTHED_ENERGY,
        /** Leaves the momentum at a wall as it is. */
        NO_REFLECTION
    }

    /** Lengths do not come closer to zero than this, where their logarithm ends. */
    private static final double LEAST = 1e-300;

    private final double step;
    private final int steps;
    private final double smoothing;
    private final Variant variant;

    private final double[] lengths;
    private final double[] logs;
    private final double[] momentum;
    private final double[] gradient;
    private final int[] hits;
    private final double[] times;

    /** A kernel that takes so many steps of one size; lengths below {@code smoothing} are bent, 0 for none. */
    PathKernel(TreeDensity density, double step, int steps, double smoothing) {
        this(density, step, steps, smoothing, Variant.EXACT);
    }

    PathKernel(TreeDensity density, double step, int steps, double smoothing, Variant variant) {
        super(density);
        this.step = step;
        this.steps = steps;
        this.smoothing = smoothing;
        this.variant = variant;
        lengths = new double[edges];
        logs = new double[edges];
        momentum = new double[edges];
        gradient = new double[edges];
        hits = new int[edges];
        times = new double[edges];
    }

    @Override
    double propose(Randomness random, Transition outcome) {
        begin();
        for (int edge = 0; edge < edges; edge++) {
            momentum[edge] = random.gaussian();
        }
        double before = energy();
        int changes = travel(random);
        double after = energy();
        if (variant == Variant.SMOOTHED_ENERGY) {
            put(false);
        }
        outcome.steps = steps;
        outcome.visits = changes;
        outcome.changes = changes;
        return after - before;
    }

    /** Begins where the cursor stands. */
    void begin() {
        load(logs);
        for (int edge = 0; edge < edges; edge++) {
            lengths[edge] = Elementary.exp(logs[edge]);
        }
    }

    /** Goes the whole path; returns how often the shape changed. */
    int travel(Randomness random) {
        int changes = 0;
        for (int i = 0; i < steps; i++) {
            kick();
            changes += drift(random);
            kick();
        }
        return changes;
    }

    private void kick() {
        put(true);
        cursor().logDensityAndGradient(gradient);
        for (int edge = 0; edge < edges; edge++) {
            // The cursor's gradient is by the logarithm, and has the logarithm of the Jacobian in it.
            double slope = (gradient[numbers[edge]] - 1) / bent(lengths[edge]) * bend(lengths[edge]);
            momentum[edge] += 0.5 * step * slope;
        }
    }

    private int drift(Randomness random) {
        int count = 0;
        for (int edge = 0; edge < edges; edge++) {
            double end = lengths[edge] + step * momentum[edge];
            if (end < 0) {
                double time = lengths[edge] / -momentum[edge];
                int at = count++;
                while (at > 0 && times[at - 1] > time) {
                    times[at] = times[at - 1];
                    hits[at] = hits[at - 1];
                    at--;
                }
                times[at] = time;
                hits[at] = edge;
                if (variant != Variant.NO_REFLECTION) {
                    momentum[edge] = -momentum[edge];
                }
            }
            lengths[edge] = Math.max(LEAST, Math.abs(end));
        }
        int changes = 0;
        for (int i = 0; i < count; i++) {
            if (tree.inner(hits[i])) {
                int choice = random.below(3);
                for (int way = 0; way < choice; way++) {
                    tree.interchange(hits[i]);
                }
                changes += choice > 0 ? 1 : 0;
            }
        }
        return changes;
    }

    /** Potential and kinetic energy where the path stands. */
    private double energy() {
        put(variant == Variant.SMOOTHED_ENERGY);
        double energy = -cursor().logDensity();
        for (int edge = 0; edge < edges; edge++) {
            // The cursor's density is one of logarithms of lengths.
            energy += logs[edge] + 0.5 * momentum[edge] * momentum[edge];
        }
        return energy;
    }

    /** Puts the cursor to where the path stands, or to the bent lengths there. */
    private void put(boolean bent) {
        for (int edge = 0; edge < edges; edge++) {
            logs[edge] = Elementary.log(bent ? bent(lengths[edge]) : lengths[edge]);
        }
        place(logs);
    }

    private double bent(double length) {
        return length < smoothing ? (length * length + smoothing * smoothing) / (2 * smoothing) : length;
    }

    /** The derivative of the bent length by the length. */
    private double bend(double length) {
        return length < smoothing ? length / smoothing : 1;
    }

    /** Turns the momenta round, so that the next path goes back. */
    void reverse() {
        for (int edge = 0; edge < edges; edge++) {
            momentum[edge] = -momentum[edge];
        }
    }

    /** Takes over where another path stands and where it is going. */
    void standWith(PathKernel other) {
        tree.copy(other.tree);
        System.arraycopy(other.lengths, 0, lengths, 0, edges);
        System.arraycopy(other.momentum, 0, momentum, 0, edges);
    }

    double[] momentum() {
        return momentum;
    }

    /** Where the path stands, in the numbers of its edges at the start. */
    double[] lengths() {
        return Arrays.copyOf(lengths, edges);
    }
}
