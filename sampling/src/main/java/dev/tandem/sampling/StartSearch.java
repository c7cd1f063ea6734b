package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.Repair;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds a place to start a chain from: candidates at random, ever nearer to zero, each possible and with a finite gradient,
 * climb towards the bulk of the density. The first that is not far below the best is taken. Which one that is depends on
 * the chain's own stream alone.
 */
final class StartSearch {
    private static final int TRIES = 100;
    private static final double RADIUS = 2;

    /** Tries in which every coordinate goes its own way: some states are possible only where one is far out. */
    private static final int FAR_TRIES = 400;

    private static final double FARTHEST = 16;
    private static final int FAR_SCALES = 6;
    private static final int SHOWN = 8;

    /** Kinds of tries that take turns: values of bounded sites anywhere, then near the lower end of each. */
    private static final int KINDS = 2;

    /**
     * What candidates after the first keep of the radius. Raw covariates and log links leave only a small part of it
     * where gradients are not astronomical.
     */
    private static final double[] SCALES = {0.25, 0.03, 0};

    /** Tries to make one of them possible. */
    private static final int FEW_TRIES = 3;

    /** Gradients that all climbs together may cost: a share of the iterations of warmup, which cost several each. */
    private static final double SHARE_OF_WARMUP = 0.4;

    private static final int FEWEST_GRADIENTS = 100;

    /**
     * What a start may lie below the best of them, and that for each unknown: in the bulk the log density itself varies
     * by the root of the dimension, and it is higher in the neck of a funnel, where nobody should start.
     */
    private static final double BELOW = 10;

    private static final double BELOW_EACH = 1;

    private final Cursor cursor;
    private final Randomness random;
    private final int gradients;
    private final double[] q;
    private final double[] gradient;
    private final Supplier<String> whyImpossible;

    /** The kind of try that led to a possible state. */
    private int kind;

    /** A place that a climb came to. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Candidate(double[] q, int[] x, double height) {}

    private StartSearch(Cursor cursor, int warmup, Randomness random, Supplier<String> whyImpossible) {
        this.cursor = cursor;
        this.random = random;
        this.whyImpossible = whyImpossible;
        gradients = (int) Math.max(FEWEST_GRADIENTS, SHARE_OF_WARMUP * warmup) / (1 + SCALES.length);
        q = new double[cursor.space().dimension()];
        gradient = new double[q.length];
    }

    /**
     * Leaves the cursor at a possible state, or says why none was found.
     *
     * @param warmup iterations of the warmup to come: what the search costs is held against it
     * @param whyImpossible says what is known about why no state may be possible; asked if none was found
     */
    static void run(Cursor cursor, int warmup, Randomness random, Supplier<String> whyImpossible) {
        new StartSearch(cursor, warmup, random, whyImpossible).search();
    }

    private void search() {
        findPossible();
        if (q.length > 0) {
            choose();
        }
        Scatter.run(cursor, random);
    }

    /** The first possible state, which is the first candidate. */
    private void findPossible() {
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
            if (!place(attempt % TRIES)) {
                continue;
            }
            cursor.logDensityAndGradient(gradient);
            int bad = firstNotFinite(gradient);
            if (bad < 0) {
                kind = attempt % KINDS;
                return;
            }
            badGradients++;
            badGradient = cursor.space().coordinateName(bad) + " is " + gradient[bad];
        }
        long notANumberHere = cursor.work().notANumber() - notANumber;
        throw new SamplingException("no start was found: in " + tries + " tries the log density was "
                + (badGradients == 0 ? "always" : "often") + " minus infinity"
                + (notANumberHere > 0 ? " or not a number (" + notANumberHere + " times)" : "")
                + (badGradients > 0
                        ? ", and " + badGradients + " times its derivative with respect to " + badGradient
                        : "")
                + ". The last try was " + describe(cursor) + ". " + advice());
    }

    private String advice() {
        String why = whyImpossible.get();
        return why.isEmpty() ? "Give a start by hand, or look for data that the model makes impossible." : why;
    }

    /** Moves to {@link #q} with discrete unknowns that are possible there; false if none were found. */
    private boolean place(int attempt) {
        cursor.moveTo(q);
        for (int site = 0; site < cursor.space().sites(); site++) {
            cursor.assign(site, anyValue(site, attempt));
        }
        Repair.placeUnbounded(cursor, random::uniform);
        return cursor.logDensity() > Double.NEGATIVE_INFINITY || Repair.run(cursor, random::uniform);
    }

    /** Lets candidates climb, the present state being the first, and moves to the one to start from. */
    private void choose() {
        Ascent ascent = new Ascent(cursor, random);
        List<Candidate> candidates = new ArrayList<>();
        candidates.add(climb(ascent));
        for (double scale : SCALES) {
            if (findNear(scale)) {
                candidates.add(climb(ascent));
            }
        }
        double best = candidates.stream().mapToDouble(Candidate::height).max().orElseThrow();
        double least = best - BELOW - BELOW_EACH * (q.length + cursor.space().sites());
        for (Candidate candidate : candidates) {
            if (candidate.height() >= least) {
                cursor.assignAll(candidate.x());
                cursor.moveTo(candidate.q());
                return;
            }
        }
    }

    private boolean findNear(double scale) {
        for (int attempt = 0; attempt < FEW_TRIES; attempt++) {
            for (int i = 0; i < q.length; i++) {
                q[i] = scale * RADIUS * (2 * random.uniform() - 1);
            }
            if (place(kind + attempt)) {
                cursor.logDensityAndGradient(gradient);
                if (firstNotFinite(gradient) < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private Candidate climb(Ascent ascent) {
        double height = ascent.run(gradients);
        double[] position = new double[q.length];
        int[] values = new int[cursor.space().sites()];
        cursor.copyPosition(position);
        cursor.copyValues(values);
        return new Candidate(position, values, height);
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
        if (attempt % KINDS == 0) {
            return (int) (lower + (long) (random.uniform() * size));
        }
        // Counts that are taken from one total, as those who fall ill day by day, must be few to leave each other
        // something.
        return (int) (lower + Math.min(size - 1, (long) random.exponential()));
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
