package dev.tandem.density.contract;

import dev.tandem.density.Cursor;
import dev.tandem.density.Repair;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import java.util.SplittableRandom;

/** Drives a cursor through possible states by random moves, assignments and questions in random order. */
public final class RandomWalk {
    private static final double[] SCALES = {0.01, 0.3, 1, 3};
    private static final int WIDEST = 4096;

    /** So many states are tried whose coordinates have one scale; in later ones each has its own. */
    private static final int ALIKE = 300;

    private final Cursor cursor;
    private final Space space;
    private final SplittableRandom random;
    private final double[] position;
    private final double[] proposal;
    private final double[] gradient;
    private final double[] reported;
    private final double[] logWeights = new double[WIDEST];

    public RandomWalk(Cursor cursor, SplittableRandom random) {
        this.cursor = cursor;
        this.random = random;
        space = cursor.space();
        position = new double[space.dimension()];
        proposal = new double[space.dimension()];
        gradient = new double[space.dimension()];
        reported = new double[space.reportedSize()];
    }

    /** Leaves impossible states by drawing new ones; false if all that were tried are impossible. */
    public boolean findPossible(int attempts) {
        for (int attempt = 0; attempt < attempts; attempt++) {
            if (possible()) {
                return true;
            }
            scatter(SCALES[random.nextInt(SCALES.length)]);
            for (int i = 0; attempt >= ALIKE && i < proposal.length; i++) {
                // Some states are possible only where one coordinate is far out and another is not.
                proposal[i] *= Math.scalb(1.0, random.nextInt(-3, 4));
            }
            cursor.moveTo(proposal);
            for (int site = 0; site < space.sites(); site++) {
                Support support = space.support(site);
                long width = Math.min(support.size(), 1L << Math.min(attempt % ALIKE / 20 + 1, 20));
                int low = support.lower() != Support.UNBOUNDED_BELOW
                        ? support.lower()
                        : support.upper() != Support.UNBOUNDED_ABOVE
                                ? (int) (support.upper() - width + 1)
                                : (int) (-width / 2);
                if (support.bounded()) {
                    low += (int) random.nextLong(support.size() - width + 1);
                }
                cursor.assign(site, (int) (low + random.nextLong(width)));
            }
            if ((attempt % 10 == 9 || attempt >= ALIKE) && Repair.run(cursor, random::nextDouble)) {
                return true;
            }
        }
        return possible();
    }

    /** Some steps of every kind. */
    public void wander(int steps) {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(9)) {
                case 0 -> move();
                case 1, 2, 3 -> change();
                case 4 -> cursor.logDensity();
                case 5 -> cursor.logDensityAndGradient(gradient);
                case 6 -> cursor.report(reported);
                default -> ask();
            }
        }
    }

    private boolean possible() {
        return cursor.logDensity() > Double.NEGATIVE_INFINITY;
    }

    private void move() {
        cursor.copyPosition(position);
        double scale = SCALES[random.nextInt(SCALES.length)];
        scatter(scale);
        if (scale < 1 || random.nextInt(4) > 0) {
            for (int i = 0; i < position.length; i++) {
                // Drawn back to the origin, so that long walks stay where the density is not negligible.
                proposal[i] += position[i] * (1 - 0.3 * Math.min(scale, 1));
            }
        }
        cursor.moveTo(proposal);
        if (!possible()) {
            cursor.moveTo(position);
        }
    }

    private void scatter(double scale) {
        for (int i = 0; i < proposal.length; i++) {
            // Three uniforms are near enough to a normal variate.
            proposal[i] = scale * 2 * (random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5);
        }
    }

    /** Assigns a random value to a random site, sometimes after asking for its conditional, as a sampler would. */
    private void change() {
        if (space.sites() == 0) {
            return;
        }
        int site = random.nextInt(space.sites());
        int old = cursor.value(site);
        if (random.nextBoolean()) {
            question(site);
        }
        int value = candidate(site);
        cursor.assign(site, value);
        if (!possible()) {
            cursor.assign(site, old);
        }
    }

    private void ask() {
        if (space.sites() > 0) {
            question(random.nextInt(space.sites()));
        }
    }

    private void question(int site) {
        if (random.nextBoolean() && width(site) <= WIDEST) {
            cursor.conditional(site, logWeights);
        } else {
            cursor.logWeight(site, candidate(site));
        }
    }

    /** A value within the present bounds: any if there are few, one near the present value otherwise. */
    private int candidate(int site) {
        int low = cursor.lower(site);
        int high = cursor.upper(site);
        int value = cursor.value(site);
        if (width(site) > 20) {
            int reach = 1 << random.nextInt(6);
            low = (int) Math.max(low, (long) value - reach);
            high = (int) Math.min(high, (long) value + reach);
        }
        return low > high ? value : low + random.nextInt(high - low + 1);
    }

    private long width(int site) {
        int low = cursor.lower(site);
        int high = cursor.upper(site);
        return low == Support.UNBOUNDED_BELOW || high == Support.UNBOUNDED_ABOVE
                ? Long.MAX_VALUE
                : (long) high - low + 1;
    }
}
