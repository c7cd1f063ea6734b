package dev.tandem.paper.gibbs;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.TopicDocument;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;

/**
 * Discontinuous HMC of one document with the steps of the paper's program: topics lie on a line, and each visit moves a
 * token along it by the step size.
 *
 * <p>The program keeps the places of tokens in an array of whole numbers, so that what is stored in it is cut to a whole
 * number, towards zero: a step of 3.5 leads from topic 4 up to 7, and from there not back to 4 but down to 3. Such
 * moves have no reverse and leave another distribution invariant. {@link Places#REAL} keeps the places as real numbers,
 * as the algorithm is meant.
 */
public final class ProgramDhmc implements Kernel {
    /** How the places of tokens are kept. */
    public enum Places {
        /** Real numbers: exact. */
        REAL,
        /** Whole numbers, as the paper's program has it: biased. */
        WHOLE
    }

    private final Cursor cursor;
    private final Places places;
    private final double lowStep;
    private final double highStep;
    private final int lowSteps;
    private final int highSteps;
    private final int topics;
    private final double[] scales;
    private final double[] gradient;
    private final double[] q;
    private final double[] startedQ;
    private final double[] p;
    private final double[] place;
    private final double[] startedPlace;
    private final double[] momentum;
    private final int[] values;
    private final int[] order;

    /** Step sizes and numbers of steps come from ranges, the upper end of the second excluded. */
    public ProgramDhmc(
            TopicDocument document, Places places, double lowStep, double highStep, int lowSteps, int highSteps) {
        this.cursor = document.cursor();
        this.places = places;
        this.lowStep = lowStep;
        this.highStep = highStep;
        this.lowSteps = lowSteps;
        this.highSteps = highSteps;
        topics = document.topics();
        double[] variances = document.priorVariances();
        double sum = Arrays.stream(variances).sum();
        scales = Arrays.stream(variances).map(variance -> variance / sum).toArray();
        gradient = new double[scales.length];
        q = new double[scales.length];
        startedQ = new double[scales.length];
        p = new double[scales.length];
        place = new double[document.tokens()];
        startedPlace = new double[document.tokens()];
        momentum = new double[document.tokens()];
        values = new int[document.tokens()];
        order = new int[document.tokens()];
        Arrays.setAll(order, i -> i);
        reload();
    }

    @Override
    public void step(Tuning tuning, Randomness random, Transition outcome) {
        double step = lowStep + (highStep - lowStep) * random.uniform();
        int steps = lowSteps + random.below(highSteps - lowSteps);
        cursor.copyPosition(q);
        System.arraycopy(q, 0, startedQ, 0, q.length);
        System.arraycopy(place, 0, startedPlace, 0, place.length);
        for (int i = 0; i < p.length; i++) {
            p[i] = random.gaussian();
        }
        for (int n = 0; n < momentum.length; n++) {
            momentum[n] = random.coin() ? random.exponential() : -random.exponential();
        }
        double before = kinetic() - cursor.logDensityAndGradient(gradient);
        outcome.changes = 0;
        for (int s = 0; s < steps; s++) {
            kick(step);
            drift(step);
            outcome.changes += walk(step, random);
            drift(step);
            cursor.logDensityAndGradient(gradient);
            kick(step);
        }
        double error = kinetic() - cursor.logDensity() - before;
        outcome.accepted = random.accept(-error);
        if (!outcome.accepted) {
            System.arraycopy(startedPlace, 0, place, 0, place.length);
            assignPlaces();
            cursor.moveTo(startedQ);
        }
        outcome.acceptance = Math.min(1, Elementary.exp(-error));
        outcome.steerable = outcome.acceptance;
        outcome.divergent = !(error < 1000);
        outcome.visits = (long) steps * place.length;
        outcome.steps = steps;
        outcome.error = error;
        outcome.energy = Double.NaN;
    }

    private double kinetic() {
        double sum = 0;
        for (double each : p) {
            sum += 0.5 * each * each;
        }
        for (double each : momentum) {
            sum += Math.abs(each);
        }
        return sum;
    }

    private void kick(double step) {
        for (int i = 0; i < p.length; i++) {
            p[i] += 0.5 * step * scales[i] * gradient[i];
        }
    }

    private void drift(double step) {
        for (int i = 0; i < q.length; i++) {
            q[i] += 0.5 * step * scales[i] * p[i];
        }
        cursor.moveTo(q);
    }

    /** Moves every token once, in random order; returns how many change their topic. */
    private int walk(double step, Randomness random) {
        random.shuffle(order, order.length);
        int changes = 0;
        for (int n : order) {
            double to = place[n] + Math.copySign(step, momentum[n]);
            if (places == Places.WHOLE) {
                // Towards zero, as conversion to whole numbers does.
                to = Math.signum(to) * Math.floor(Math.abs(to));
            }
            int topic = (int) Math.floor(to) + 1;
            int now = cursor.value(n);
            double rise = topic < 1 || topic > topics
                    ? Double.POSITIVE_INFINITY
                    : topic == now ? 0 : cursor.logWeight(n, now) - cursor.logWeight(n, topic);
            if (Math.abs(momentum[n]) > rise) {
                momentum[n] -= Math.signum(momentum[n]) * rise;
                place[n] = to;
                if (topic != now) {
                    cursor.assign(n, topic);
                    changes++;
                }
            } else {
                momentum[n] = -momentum[n];
            }
        }
        return changes;
    }

    private void assignPlaces() {
        for (int n = 0; n < place.length; n++) {
            values[n] = (int) Math.floor(place[n]) + 1;
        }
        cursor.assignAll(values);
    }

    @Override
    public Cursor cursor() {
        return cursor;
    }

    @Override
    public void reload() {
        for (int n = 0; n < place.length; n++) {
            place[n] = cursor.value(n) - (places == Places.WHOLE ? 1 : 0.5);
        }
    }

    @Override
    public void anchor() {
        reload();
        double[] position = new double[q.length];
        cursor.copyPosition(position);
        cursor.moveTo(position);
    }
}
