package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the coordinates in which a density jumps. The program tells which may: those that decide a {@code step}, a rounding or a
 * comparison. Whether the density jumps there is measured, since two lines that meet where a {@code step} changes from one to the
 * other do not jump, and nor does what is only reported.
 */
final class JumpProbe {
    /** Places from which lines are drawn through the space, and the tries to find possible ones. */
    private static final int PLACES = 2;

    private static final int TRIES = 40;

    /** Stretches of a line; they end at hyperbolic sines, so that coordinates of any size are met. */
    private static final int STRETCHES = 64;

    private static final double FARTHEST = 10;

    /** Halvings of a stretch. */
    private static final int HALVINGS = 48;

    /** What is smaller does no harm. */
    private static final double SMALLEST = 1e-3;

    private static final double ROUNDING = 1e-9;

    private final Cursor cursor;
    private final double[] q;
    private final double[] gradient;

    /** The slope along the line where it was evaluated last. */
    private double slope;

    private JumpProbe(Cursor cursor) {
        this.cursor = cursor;
        q = new double[cursor.space().dimension()];
        gradient = new double[q.length];
    }

    /** The coordinates of unknowns that decide something that jumps, and is not computed for reports alone. */
    static int[] possible(Program program) {
        if (program.jumping().isEmpty()) {
            return new int[0];
        }
        Map<Storage, Set<Storage>> reads = reads(program.blocks());
        Set<Storage> reported = reads(program.reportedBlocks()).keySet();
        Deque<Storage> open = new ArrayDeque<>();
        for (Storage jumping : program.jumping()) {
            if (reads.containsKey(jumping) || !reported.contains(jumping)) {
                open.push(jumping);
            }
        }
        Set<Storage> reached = new HashSet<>(open);
        while (!open.isEmpty()) {
            for (Storage read : reads.getOrDefault(open.pop(), Set.of())) {
                if (reached.add(read)) {
                    open.push(read);
                }
            }
        }
        BitSet coordinates = new BitSet();
        for (Program.FreeScalars free : program.freeScalars()) {
            if (reached.contains(free.storage())) {
                coordinates.set(free.coordinate(), free.coordinate() + free.positions().length);
            }
        }
        for (Program.FreeArray free : program.freeArrays()) {
            if (reached.contains(free.storage())) {
                coordinates.set(
                        free.coordinate(),
                        free.coordinate() + free.transform().get().freeSize());
            }
        }
        return coordinates.stream().toArray();
    }

    /** What is read to compute each storage. */
    private static Map<Storage, Set<Storage>> reads(List<Program.Block> blocks) {
        Map<Storage, Set<Storage>> reads = new HashMap<>();
        for (Program.Block block : blocks) {
            for (Step.Computation step : block.steps()) {
                reads.computeIfAbsent(step.target(), s -> new HashSet<>()).addAll(step.reads());
            }
        }
        return reads;
    }

    /** Those coordinates along which the density jumps somewhere; all of them if no possible place is found to look from. */
    static int[] seen(Cursor cursor, int[] possible) {
        return new JumpProbe(cursor).seen(possible);
    }

    private int[] seen(int[] possible) {
        BitSet found = new BitSet();
        int places = 0;
        for (int k = 0; k < TRIES && places < PLACES && found.cardinality() < possible.length; k++) {
            double[] place = place(k);
            if (Double.isFinite(at(place, 0, place.length == 0 ? 0 : place[0]))) {
                places++;
                for (int coordinate : possible) {
                    if (!found.get(coordinate) && jumps(place, coordinate)) {
                        found.set(coordinate);
                    }
                }
            }
        }
        return places == 0
                ? possible
                : IntStream.of(possible).filter(found::get).toArray();
    }

    /** Places that fill the space evenly, near to zero and farther away in turn. */
    private double[] place(int k) {
        double[] place = new double[q.length];
        double reach = 2 / (1.0 + k % 4);
        for (int i = 0; i < place.length; i++) {
            double turn = (k + 1) * Math.sqrt(i + 2.0) * 0.6180339887498949;
            place[i] = reach * (2 * (turn - Math.floor(turn)) - 1);
        }
        return place;
    }

    private boolean jumps(double[] place, int coordinate) {
        double before = Elementary.sinh(-FARTHEST);
        double valueBefore = at(place, coordinate, before);
        double slopeBefore = slope;
        for (int k = 1; k <= STRETCHES; k++) {
            double after = Elementary.sinh(FARTHEST * (2.0 * k / STRETCHES - 1));
            double valueAfter = at(place, coordinate, after);
            double slopeAfter = slope;
            if (jumpsBetween(place, coordinate, before, valueBefore, slopeBefore, after, valueAfter, slopeAfter)) {
                return true;
            }
            before = after;
            valueBefore = valueAfter;
            slopeBefore = slopeAfter;
        }
        return false;
    }

    /** Goes on in the half whose ends differ more than its slopes say, as long as they do. */
    private boolean jumpsBetween(
            double[] place,
            int coordinate,
            double from,
            double fromValue,
            double fromSlope,
            double to,
            double toValue,
            double toSlope) {
        double low = from;
        double lowValue = fromValue;
        double lowSlope = fromSlope;
        double high = to;
        double highValue = toValue;
        double highSlope = toSlope;
        for (int k = 0; k < HALVINGS; k++) {
            double excess = excess(low, lowValue, lowSlope, high, highValue, highSlope);
            if (!(excess > SMALLEST + ROUNDING * Math.abs(lowValue))) {
                // Also where the density is no number, or infinite: walls are another matter.
                return false;
            }
            double middle = low + 0.5 * (high - low);
            double value = at(place, coordinate, middle);
            if (excess(low, lowValue, lowSlope, middle, value, slope)
                    > excess(middle, value, slope, high, highValue, highSlope)) {
                high = middle;
                highValue = value;
                highSlope = slope;
            } else {
                low = middle;
                lowValue = value;
                lowSlope = slope;
            }
        }
        return excess(low, lowValue, lowSlope, high, highValue, highSlope) > SMALLEST + ROUNDING * Math.abs(lowValue);
    }

    private static double excess(double a, double valueA, double slopeA, double b, double valueB, double slopeB) {
        return Math.abs(valueB - valueA - 0.5 * (b - a) * (slopeA + slopeB));
    }

    private double at(double[] place, int coordinate, double value) {
        System.arraycopy(place, 0, q, 0, q.length);
        q[coordinate] = value;
        cursor.moveTo(q);
        double logDensity = cursor.logDensityAndGradient(gradient);
        slope = gradient[coordinate];
        return logDensity;
    }
}
