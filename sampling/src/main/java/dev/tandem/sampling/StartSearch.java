package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.Repair;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;

/** Looks for a point of finite density and gradient to start a chain from. */
final class StartSearch {
    private static final int TRIES = 100;
    private static final double RADIUS = 2;

    /** Tries in which every coordinate goes its own way: some states are possible only where one is far out. */
    private static final int FAR_TRIES = 400;

    private static final double FARTHEST = 16;
    private static final int FAR_SCALES = 6;
    private static final int SHOWN = 8;

    private final Cursor cursor;
    private final Randomness random;
    private final double[] q;
    private final double[] gradient;

    private StartSearch(Cursor cursor, Randomness random) {
        this.cursor = cursor;
        this.random = random;
        q = new double[cursor.space().dimension()];
        gradient = new double[q.length];
    }

    /** Leaves the cursor at a possible state, or says why none was found. */
    static void run(Cursor cursor, Randomness random) {
        new StartSearch(cursor, random).search();
    }

    private void search() {
        Space space = cursor.space();
        long notANumber = cursor.work().notANumber();
        int badGradients = 0;
        String badGradient = "";
        int tries = q.length > 0 ? TRIES + FAR_TRIES : TRIES;
        for (int attempt = 0; attempt < tries; attempt++) {
            // Later tries stay closer to zero, where transformed parameters are of moderate size.
            double radius = RADIUS * (TRIES - attempt) / TRIES;
            for (int i = 0; i < q.length; i++) {
                double reach =
                        attempt < TRIES ? radius : FARTHEST * Math.scalb(1.0, -(int) (random.uniform() * FAR_SCALES));
                q[i] = reach * (2 * random.uniform() - 1);
            }
            cursor.moveTo(q);
            for (int site = 0; site < space.sites(); site++) {
                cursor.assign(site, anyValue(site, attempt % TRIES));
            }
            Repair.placeUnbounded(cursor, random::uniform);
            if (cursor.logDensity() == Double.NEGATIVE_INFINITY && !Repair.run(cursor, random::uniform)) {
                continue;
            }
            cursor.logDensityAndGradient(gradient);
            int bad = firstNotFinite(gradient);
            if (bad < 0) {
                Scatter.run(cursor, random);
                return;
            }
            badGradients++;
            badGradient = space.coordinateName(bad) + " is " + gradient[bad];
        }
        long notANumberHere = cursor.work().notANumber() - notANumber;
        throw new SamplingException("no start was found: in " + tries + " tries the log density was "
                + (badGradients == 0 ? "always" : "often") + " minus infinity"
                + (notANumberHere > 0 ? " or not a number (" + notANumberHere + " times)" : "")
                + (badGradients > 0
                        ? ", and " + badGradients + " times its derivative with respect to " + badGradient
                        : "")
                + ". The last try was " + describe(cursor)
                + ". Give a start by hand, or look for data that the model makes impossible.");
    }

    private int anyValue(int site, int attempt) {
        int lower = cursor.lower(site);
        int upper = cursor.upper(site);
        if (lower > upper) {
            return cursor.value(site);
        }
        if (lower == Support.UNBOUNDED_BELOW || upper == Support.UNBOUNDED_ABOVE) {
            // Near the finite end first, further and further out when that does not serve.
            double reach = random.exponential() * Math.scalb(1.0, attempt / 5);
            int distance = (int) Math.min(reach, 1 << 24);
            if (lower != Support.UNBOUNDED_BELOW) {
                return lower + distance;
            }
            return upper != Support.UNBOUNDED_ABOVE ? upper - distance : random.coin() ? distance : -distance;
        }
        long size = (long) upper - lower + 1;
        return (int) (lower + (long) (random.uniform() * size));
    }

    private static int firstNotFinite(double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The state in words, a few unknowns of each kind. */
    static String describe(Cursor cursor) {
        Space space = cursor.space();
        double[] position = new double[space.dimension()];
        cursor.copyPosition(position);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(position.length, SHOWN); i++) {
            text.append(text.isEmpty() ? "" : ", ").append(space.coordinateName(i));
            text.append(" = ").append((float) position[i]);
        }
        for (int site = 0; site < Math.min(space.sites(), SHOWN); site++) {
            text.append(text.isEmpty() ? "" : ", ").append(space.siteName(site));
            text.append(" = ").append(cursor.value(site));
        }
        return position.length > SHOWN || space.sites() > SHOWN ? text + ", .." : text.toString();
    }
}
