package dev.tandem.sampling.trajectory;

import java.util.Arrays;

/**
 * Algorithm 1 of the paper with its GetStepSizesNSteps, to the letter, for reproduction only: it is biased. The first
 * stretch is shortened at random and the trajectory ends on a discrete update, so that read backwards it has another
 * law than forwards.
 */
final class PublishedPath implements Path {
    private final int sites;
    private final double[] spacings;
    private double[] stretches = new double[16];
    private int updates;
    private int next;
    private int gone;

    public PublishedPath(int sites) {
        this.sites = sites;
        spacings = new double[sites + 1];
    }

    @Override
    public void begin(Walker walker) {
        Tuning tuning = walker.tuning;
        updates = Math.max(1, tuning.updates());
        if (updates > stretches.length) {
            stretches = new double[updates];
        }
        next = 0;
        gone = 0;
        if (sites == 0) {
            Arrays.fill(stretches, 0, updates, tuning.trajectoryTime() / updates);
            return;
        }
        double sum = 0;
        for (int i = 0; i <= sites; i++) {
            spacings[i] = walker.random.exponential();
            sum += spacings[i];
        }
        for (int i = 0; i <= sites; i++) {
            spacings[i] /= sum;
        }
        double last = spacings[sites];
        spacings[0] += last;
        double total = 0;
        for (int t = 0; t < updates; t++) {
            double stretch = 0;
            for (int s = 0; s < tuning.sitesPerStep(); s++) {
                stretch += spacings[(int) (((long) t * tuning.sitesPerStep() + s) % sites)];
            }
            stretches[t] = t == 0 ? stretch - last : stretch;
            total += stretches[t];
        }
        for (int t = 0; t < updates; t++) {
            stretches[t] *= tuning.trajectoryTime() / total;
        }
    }

    @Override
    public boolean advance(Walker walker) {
        if (next == updates) {
            return false;
        }
        int steps = (int) Math.ceil(stretches[next] / walker.tuning.stepSize());
        for (int i = 0; i < steps; i++) {
            walker.integrate(stretches[next] / steps);
        }
        gone += steps;
        walker.updateBlock(next, walker.tuning.sitesPerStep(), 1);
        next++;
        return true;
    }

    @Override
    public int steps() {
        return gone;
    }
}
