package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import java.util.List;

/**
 * Keeps a heated chain where it can be told how far effects lie from the location of their prior. Heat leaves the logarithm of
 * a scale so long a tail that the scale may fall below what rounding keeps of the location. There every effect lies on it
 * exactly, whatever its coordinate: nothing holds the coordinates, and the chain has found endless volume that is not the
 * model's.
 */
final class EffectsInSight {
    /** The location in units of the scale; beyond it, no digit is left of the distance between effect and location. */
    private static final double FARTHEST = 1e15;

    private final double[] at;
    private final double[] pull;
    private final double[] location;
    private final double[] precision;
    private final double[] gradient;
    private final double[] position;
    private final int[] values;
    private boolean seen;

    EffectsInSight(List<Effects> groups, Cursor cursor) {
        int size = groups.stream().mapToInt(Effects::size).sum();
        at = new double[size];
        pull = new double[size];
        location = new double[size];
        precision = new double[size];
        gradient = new double[cursor.space().dimension()];
        position = new double[gradient.length];
        values = new int[cursor.space().sites()];
    }

    /** Takes the present state for the one to go back to. */
    void remember(Cursor cursor) {
        if (at.length > 0) {
            cursor.copyPosition(position);
            cursor.copyValues(values);
        }
    }

    /** Whether the distance of some effect is lost that was not lost at the beginning. */
    boolean lost(Cursor cursor) {
        if (at.length == 0) {
            return false;
        }
        // Only location and precision are asked for: what the gradient is does not matter.
        cursor.weighEffects(gradient, at, pull, location, precision);
        boolean inSight = true;
        for (int i = 0; i < at.length; i++) {
            inSight &= !(precision[i] * location[i] * location[i] > FARTHEST * FARTHEST);
        }
        seen |= inSight;
        return seen && !inSight;
    }

    /** Goes back to the state that was remembered. */
    void goBack(Cursor cursor) {
        cursor.assignAll(values);
        cursor.moveTo(position);
    }
}
