package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;

/**
 * Lets chains begin in different modes of an unknown. From a start near zero all of them would fall into the nearest one,
 * agree, and be wrong together. Looks along each coordinate at distances that double; where it sees several heights with
 * a deep valley between them it goes to one of the highest, drawn at random. Where it sees one, nothing moves.
 *
 * <p>It sees modes along single coordinates only, as seen from the start.
 */
final class Scatter {
    /** Beyond this many coordinates the look would cost more than it is likely to show. */
    private static final int MOST_COORDINATES = 200;

    private static final int DOUBLINGS = 7;

    /** What a valley must lie below the heights on both sides, in log density. */
    private static final double DEEP = 3;

    /** What a height may lie below the highest: one much lower holds too little for a chain to stand for it. */
    private static final double ALIKE = 5;

    private static final int REFINEMENTS = 24;

    private final Cursor cursor;
    private final Randomness random;
    private final double[] q;
    private final double[] places = new double[2 * DOUBLINGS + 1];
    private final double[] heights = new double[places.length];
    private final double[] tops = new double[places.length];
    private final double[] topHeights = new double[places.length];

    private Scatter(Cursor cursor, Randomness random) {
        this.cursor = cursor;
        this.random = random;
        q = new double[cursor.space().dimension()];
        cursor.copyPosition(q);
    }

    /** Moves the cursor from a possible start to another. */
    static void run(Cursor cursor, Randomness random) {
        if (cursor.space().dimension() <= MOST_COORDINATES) {
            Scatter scatter = new Scatter(cursor, random);
            for (int i = 0; i < scatter.q.length; i++) {
                scatter.look(i);
            }
            cursor.moveTo(scatter.q);
        }
        if (cursor.space().sites() <= MOST_COORDINATES) {
            Scatter scatter = new Scatter(cursor, random);
            for (int site = 0; site < cursor.space().sites(); site++) {
                Support support = cursor.space().support(site);
                if (!support.bounded() && support.lower() != Support.UNBOUNDED_BELOW) {
                    scatter.lookAtCount(site);
                }
            }
        }
    }

    /** Looks at counts 0, 1, 3, 7, .. above the lower end. What it goes to it need not refine: a count moves by itself. */
    private void lookAtCount(int site) {
        int low = cursor.lower(site);
        for (int i = 0; i < heights.length; i++) {
            int value = low + (1 << i) - 1;
            places[i] = value;
            heights[i] = value <= cursor.upper(site) ? cursor.logWeight(site, value) : Double.NEGATIVE_INFINITY;
        }
        int found = findTops();
        if (found > 1) {
            int chosen = (int) places[(int) tops[random.below(found)]];
            int before = cursor.value(site);
            cursor.assign(site, chosen);
            if (cursor.logDensity() == Double.NEGATIVE_INFINITY) {
                cursor.assign(site, before);
            }
        }
    }

    private void look(int coordinate) {
        double here = q[coordinate];
        for (int i = 0; i < places.length; i++) {
            int steps = i - DOUBLINGS;
            places[i] = here + (steps == 0 ? 0 : Math.copySign(Math.scalb(1.0, Math.abs(steps) - 1), steps));
            heights[i] = height(coordinate, places[i]);
        }
        int found = findTops();
        double chosen = here;
        if (found > 1) {
            double highest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < found; k++) {
                refine(coordinate, k);
                highest = Math.max(highest, topHeights[k]);
            }
            int alike = 0;
            for (int k = 0; k < found; k++) {
                if (topHeights[k] >= highest - ALIKE) {
                    tops[alike++] = tops[k];
                }
            }
            chosen = tops[random.below(alike)];
            if (!usable(coordinate, chosen)) {
                chosen = here;
            }
        }
        q[coordinate] = chosen;
    }

    /** The heights with valleys between them: the place of each into {@code tops}, as an index. */
    private int findTops() {
        int found = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < heights.length; i++) {
            if (found == 0 || (heights[i] > lowest + DEEP && heights[(int) tops[found - 1]] > lowest + DEEP)) {
                if (heights[i] > Double.NEGATIVE_INFINITY) {
                    tops[found++] = i;
                    lowest = heights[i];
                }
            } else if (heights[i] > heights[(int) tops[found - 1]]) {
                tops[found - 1] = i;
                lowest = heights[i];
            } else {
                lowest = Math.min(lowest, heights[i]);
            }
        }
        return found;
    }

    /** From the index of a place to the top between its neighbours, by thirds. */
    private void refine(int coordinate, int k) {
        int place = (int) tops[k];
        double from = places[Math.max(0, place - 1)];
        double to = places[Math.min(places.length - 1, place + 1)];
        for (int i = 0; i < REFINEMENTS; i++) {
            double left = from + (to - from) / 3;
            double right = to - (to - from) / 3;
            if (height(coordinate, left) < height(coordinate, right)) {
                from = left;
            } else {
                to = right;
            }
        }
        tops[k] = (from + to) / 2;
        topHeights[k] = height(coordinate, tops[k]);
    }

    private double height(int coordinate, double value) {
        double present = q[coordinate];
        q[coordinate] = value;
        cursor.moveTo(q);
        q[coordinate] = present;
        return cursor.logDensity();
    }

    private boolean usable(int coordinate, double value) {
        if (height(coordinate, value) == Double.NEGATIVE_INFINITY) {
            return false;
        }
        double[] gradient = new double[q.length];
        cursor.logDensityAndGradient(gradient);
        for (double slope : gradient) {
            if (!Double.isFinite(slope)) {
                return false;
            }
        }
        return true;
    }
}
