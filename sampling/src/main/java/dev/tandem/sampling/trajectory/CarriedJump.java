package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/**
 * Moves the one discrete unknown x of a density to another value and takes the continuous ones q along: q keeps its place
 * relative to where q lies given x. So x changes where it never would at fixed q, as between the components of a mixture
 * that lie far apart.
 *
 * <p>From (v, q) one of the other values w is proposed, each with equal probability, with q' = c_w + (q - c_v) s_w / s_v,
 * coordinate by coordinate. From (w, q') the same leads back to (v, q), and the map from q to q' has the volume of the
 * product of s_w / s_v. So accepting with min(1, pi(w, q') / pi(v, q) times that volume) leaves pi invariant, whatever
 * centres c and scales s are, as long as they stay the same.
 */
public class CarriedJump {
    private final Cursor cursor;
    private final int lowest;
    private final double[] q;
    private final double[] carried;

    public CarriedJump(Cursor cursor) {
        this.cursor = cursor;
        lowest = cursor.space().sites() == 1 ? cursor.space().support(0).lower() : 0;
        q = new double[cursor.space().dimension()];
        carried = new double[q.length];
    }

    /** One jump; whether it was accepted. */
    public final boolean step(Carriage carriage, Randomness random) {
        int from = cursor.value(0) - lowest;
        int drawn = random.below(carriage.centres().length - 1);
        int to = drawn < from ? drawn : drawn + 1;
        double before = cursor.logDensity();
        cursor.copyPosition(q);
        double[] centre = carriage.centres()[from];
        double[] scale = carriage.scales()[from];
        double[] otherCentre = carriage.centres()[to];
        double[] otherScale = carriage.scales()[to];
        for (int i = 0; i < q.length; i++) {
            carried[i] = otherCentre[i] + (q[i] - centre[i]) * (otherScale[i] / scale[i]);
        }
        cursor.moveTo(carried);
        cursor.assign(0, lowest + to);
        double after = cursor.logDensity();
        if (random.accept(after - before + logVolume(scale, otherScale))) {
            return true;
        }
        cursor.moveTo(q);
        cursor.assign(0, lowest + from);
        return false;
    }

    /** The log of what the map does to volumes. */
    protected double logVolume(double[] scale, double[] otherScale) {
        double volume = 0;
        for (int i = 0; i < scale.length; i++) {
            volume += Elementary.log(otherScale[i] / scale[i]);
        }
        return volume;
    }
}
