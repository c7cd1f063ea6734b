package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/**
 * Draws single coordinates given everything else, by slices (Neal 2003): a height below the density is drawn, then a point of
 * an interval that is put around the present one at random, stretched until it ends outside of the slice, and shrunk around
 * the present point until what is drawn from it lies inside. Nothing but values of the density is asked for, so that jumps do
 * no harm.
 *
 * <p>The width that the interval begins with is drawn anew each time, over many orders of magnitude and whatever the state is. So
 * nothing has to be tuned, and a wide one reaches what lies beyond a valley.
 */
public class Slices {
    /** The widths are two to the powers between these. */
    private static final int NARROWEST = -6;

    private static final int WIDEST = 10;

    /** An interval is stretched by so many widths at most. */
    private static final int STRETCHES = 8;

    private final Cursor cursor;
    private final int[] coordinates;
    private final double[] q;

    public Slices(Cursor cursor, int[] coordinates) {
        this.cursor = cursor;
        this.coordinates = coordinates.clone();
        q = new double[cursor.space().dimension()];
    }

    int[] coordinates() {
        return coordinates.clone();
    }

    /** Draws each of the coordinates once. */
    public final void draw(Randomness random) {
        cursor.copyPosition(q);
        double logDensity = cursor.logDensity();
        for (int coordinate : coordinates) {
            logDensity = draw(coordinate, logDensity, random);
        }
    }

    /** Draws one coordinate, and returns the log density there. */
    private double draw(int coordinate, double present, Randomness random) {
        double at = q[coordinate];
        double height = height(present, random);
        double width = Elementary.exp(Elementary.log(2) * (NARROWEST + (WIDEST - NARROWEST) * random.uniform()));
        double low = at - width * random.uniform();
        double high = low + width;
        int toTheLeft = random.below(STRETCHES);
        int toTheRight = STRETCHES - 1 - toTheLeft;
        while (toTheLeft-- > 0 && at(coordinate, low) > height) {
            low -= width;
        }
        while (toTheRight-- > 0 && at(coordinate, high) > height) {
            high += width;
        }
        while (true) {
            double next = low + (high - low) * random.uniform();
            double logDensity = at(coordinate, next);
            if (logDensity > height) {
                return logDensity;
            }
            if (next < at) {
                low = next;
            } else {
                high = next;
            }
            if (!(high > low) || next == at) {
                // Rounding has left nothing but the present point.
                return at(coordinate, at);
            }
        }
    }

    /** The logarithm of a height below the density. */
    protected double height(double logDensity, Randomness random) {
        return logDensity + Elementary.log(random.uniform());
    }

    private double at(int coordinate, double value) {
        q[coordinate] = value;
        cursor.moveTo(q);
        return cursor.logDensity();
    }
}
