package dev.tandem.paper.trees;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Transition;

/**
 * The node kernel on trees: a static trajectory of the logarithms of the lengths, and between its steps, at an inner edge drawn
 * at random, a draw among the three shapes that meet where that edge vanishes, by their posterior at the present lengths.
 *
 * <p>The trajectory is accepted by the errors of its steps alone: what the draws between them change in the density is theirs.
 * Read backwards it has the same steps and draws. After it every inner edge is visited once.
 */
final class NeighbourKernel extends TreeKernel {
    /** Steps are between a tenth of the size and the size: one of them is short enough wherever a chain begins. */
    private static final double SHORTEST = 0.1;

    private final double size;
    private final int steps;
    private final double[] logs;
    private final double[] momentum;
    private final double[] gradient;
    private final double[] weights = new double[3];
    private final int[] inner;
    private double logDensity;

    NeighbourKernel(TreeDensity density, double size, int steps) {
        super(density);
        this.size = size;
        this.steps = steps;
        logs = new double[edges];
        momentum = new double[edges];
        gradient = new double[edges];
        inner = new int[tree.taxa() - 3];
    }

    @Override
    double propose(Randomness random, Transition outcome) {
        load(logs);
        findInner();
        for (int edge = 0; edge < edges; edge++) {
            momentum[edge] = random.gaussian();
        }
        outcome.steps = steps;
        outcome.visits = 0;
        outcome.changes = 0;
        logDensity = cursor().logDensityAndGradient(gradient);
        double step = size * (SHORTEST + (1 - SHORTEST) * random.uniform());
        double error = 0;
        for (int i = 0; i < steps; i++) {
            if (i > 0) {
                draw(inner[random.below(inner.length)], random, outcome);
                logDensity = cursor().logDensityAndGradient(gradient);
            }
            error += leap(step);
        }
        return error;
    }

    /** One step; returns the error of its energy. */
    private double leap(double step) {
        double before = kinetic() - logDensity;
        kick(step);
        for (int edge = 0; edge < edges; edge++) {
            logs[edge] += step * momentum[edge];
        }
        place(logs);
        logDensity = cursor().logDensityAndGradient(gradient);
        kick(step);
        return kinetic() - logDensity - before;
    }

    private void kick(double step) {
        for (int edge = 0; edge < edges; edge++) {
            momentum[edge] += 0.5 * step * gradient[numbers[edge]];
        }
    }

    private double kinetic() {
        double sum = 0;
        for (double p : momentum) {
            sum += 0.5 * p * p;
        }
        return sum;
    }

    @Override
    void finish(Randomness random, Transition outcome) {
        load(logs);
        findInner();
        logDensity = cursor().logDensity();
        random.shuffle(inner, inner.length);
        for (int edge : inner) {
            draw(edge, random, outcome);
        }
    }

    private void findInner() {
        int count = 0;
        for (int edge = 0; edge < edges; edge++) {
            if (tree.inner(edge)) {
                inner[count++] = edge;
            }
        }
    }

    /** Draws one of the three shapes around an edge. */
    private void draw(int edge, Randomness random, Transition outcome) {
        outcome.visits++;
        weights[0] = logDensity;
        for (int way = 1; way < weights.length; way++) {
            tree.interchange(edge);
            place(logs);
            weights[way] = cursor().logDensity();
        }
        tree.interchange(edge);
        double greatest = Math.max(weights[0], Math.max(weights[1], weights[2]));
        double total = 0;
        for (int way = 0; way < weights.length; way++) {
            weights[way] = Elementary.exp(weights[way] - greatest);
            total += weights[way];
        }
        int chosen = random.categorical(weights, weights.length, total);
        for (int way = 0; way < chosen; way++) {
            tree.interchange(edge);
        }
        outcome.changes += chosen > 0 ? 1 : 0;
        place(logs);
        logDensity = greatest + Elementary.log(weights[chosen]);
    }
}
