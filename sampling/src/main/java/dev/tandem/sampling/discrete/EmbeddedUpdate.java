package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * The coordinate-wise update of discontinuous HMC (Nishimura, Dunson and Lu): value n is the interval [n, n + 1) of a
 * line, and a particle of Laplace momentum on it moves by the step size, or turns back when it cannot pay.
 *
 * <p>The place inside the interval is drawn anew for each trajectory, which is its law given x.
 */
public final class EmbeddedUpdate implements SiteUpdate {
    private final double[] place;
    private final double[] momentum;
    private double stepSize;

    public EmbeddedUpdate(int sites) {
        place = new double[sites];
        momentum = new double[sites];
    }

    @Override
    public void begin(Cursor cursor, double stepSize, Randomness random) {
        this.stepSize = stepSize;
        for (int site = 0; site < place.length; site++) {
            place[site] = cursor.value(site) + random.uniform();
            momentum[site] = random.coin() ? random.exponential() : -random.exponential();
        }
    }

    @Override
    public double update(Cursor cursor, int site, Randomness random) {
        double target = place[site] + Math.copySign(stepSize, momentum[site]);
        double value = Math.floor(target);
        int old = cursor.value(site);
        if (value < cursor.lower(site) || value > cursor.upper(site)) {
            momentum[site] = -momentum[site];
            return 0;
        }
        double change = value == old ? 0 : cursor.logWeight(site, (int) value) - cursor.logWeight(site, old);
        if (!(Math.abs(momentum[site]) + change > 0)) {
            momentum[site] = -momentum[site];
            return 0;
        }
        momentum[site] = Math.copySign(Math.abs(momentum[site]) + change, momentum[site]);
        place[site] = target;
        cursor.assign(site, (int) value);
        return change;
    }
}
