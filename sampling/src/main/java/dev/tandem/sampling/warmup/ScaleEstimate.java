package dev.tandem.sampling.warmup;

import dev.tandem.density.Effects;
import dev.tandem.sampling.continuous.DiagonalMetric;
import java.util.Arrays;
import java.util.List;

/**
 * Scales of the coordinates from positions and gradients together: variance = sd(position) / sd(gradient), as nutpie
 * does. A Gaussian coordinate of variance v has gradients of variance 1 / v, so either alone would tell; their ratio
 * tells after a handful of draws, since chance that widens one widens the other. Where a discrete unknown makes a
 * coordinate now narrow, now wide, positions speak of the wide state and gradients of the narrow one, which limits the
 * step; the ratio is their geometric mean.
 */
final class ScaleEstimate {
    private static final double LEAST = 1e-20;
    private static final double MOST = 1e20;

    /** With fewer draws a scale cannot be told from chance. */
    private static final int FEW = 5;

    private final double[] variances;
    private Window used;
    private Window next;

    /** Draws since a moment. */
    private static final class Window {
        final Moments positions;
        final Moments gradients;

        Window(int dimension) {
            positions = new Moments(dimension, false);
            gradients = new Moments(dimension, false);
        }

        void observe(double[] position, double[] gradient) {
            positions.observe(position);
            gradients.observe(gradient);
        }
    }

    /** Starts from the gradient at one point: the steeper, the narrower. */
    ScaleEstimate(double[] gradient) {
        variances = new double[gradient.length];
        for (int i = 0; i < gradient.length; i++) {
            variances[i] = bounded(1 / Math.abs(gradient[i]), 1);
        }
        used = new Window(gradient.length);
        next = new Window(gradient.length);
    }

    /** Starts from scales that were learned before. */
    ScaleEstimate(DiagonalMetric learned) {
        variances = Arrays.stream(learned.scales()).map(scale -> scale * scale).toArray();
        used = new Window(variances.length);
        next = new Window(variances.length);
    }

    void observe(double[] position, double[] gradient) {
        used.observe(position, gradient);
        next.observe(position, gradient);
    }

    /** Forgets what was seen before this was last called. */
    void turn() {
        used = next;
        next = new Window(variances.length);
    }

    /** Forgets all that was seen, since effects have new coordinates, of the variances that are given in order. */
    void recentred(List<Effects> groups, double[] ofEffects) {
        int effect = 0;
        for (Effects group : groups) {
            for (int i = 0; i < group.size(); i++) {
                variances[group.coordinate() + i] = bounded(ofEffects[effect++], 1);
            }
        }
        used = new Window(variances.length);
        next = new Window(variances.length);
    }

    /** Draws that the estimate rests on. */
    int count() {
        return used.positions.count();
    }

    DiagonalMetric metric() {
        if (count() >= FEW) {
            for (int i = 0; i < variances.length; i++) {
                double ratio = used.positions.squares(i) / used.gradients.squares(i);
                variances[i] = bounded(Math.sqrt(ratio), variances[i]);
            }
        }
        return DiagonalMetric.variances(variances);
    }

    private static double bounded(double variance, double otherwise) {
        return Double.isFinite(variance) && variance > 0 ? Math.max(LEAST, Math.min(MOST, variance)) : otherwise;
    }
}
