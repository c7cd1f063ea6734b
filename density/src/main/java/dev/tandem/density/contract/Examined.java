package dev.tandem.density.contract;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A density at the state at which it is examined, and what was found wrong with it. */
final class Examined {
    static final int MOST_VIOLATIONS = 20;
    private static final double SAME = 1e-9;

    final MixedDensity density;
    final Space space;
    final SplittableRandom random;
    final List<String> violations = new ArrayList<>();
    final int[] x;
    final double[] q;

    Examined(MixedDensity density, long seed) {
        this.density = density;
        space = density.space();
        random = new SplittableRandom(seed);
        x = new int[space.sites()];
        q = new double[space.dimension()];
    }

    /** A new cursor at the state under test. */
    Cursor fresh() {
        Cursor cursor = density.cursor();
        if (random.nextBoolean()) {
            cursor.moveTo(q);
            cursor.assignAll(x);
        } else {
            cursor.assignAll(x);
            cursor.moveTo(q);
        }
        return cursor;
    }

    /** Compares numbers; a difference counts in relation to the magnitude of what they were computed from. */
    void expect(String what, double expected, double got, double magnitude) {
        if (Double.compare(expected, got) == 0) {
            return;
        }
        double scale = 1 + Math.abs(expected) + Math.abs(magnitude);
        if (!(Math.abs(expected - got) <= SAME * scale)) {
            violation(what + ": expected " + expected + ", got " + got + " at " + state());
        }
    }

    void violation(String message) {
        if (violations.size() < MOST_VIOLATIONS && !violations.contains(message)) {
            violations.add(message);
        }
    }

    String name(int coordinate) {
        return space.coordinateName(coordinate);
    }

    String state() {
        return state(x, q);
    }

    String state(int[] values, double[] position) {
        StringBuilder text = new StringBuilder();
        for (int site = 0; site < Math.min(values.length, 10); site++) {
            text.append(space.siteName(site)).append('=').append(values[site]).append(' ');
        }
        text.append(values.length > 10 ? "... " : "");
        for (int i = 0; i < Math.min(position.length, 10); i++) {
            text.append(space.coordinateName(i)).append('=').append(position[i]).append(' ');
        }
        return text.append(position.length > 10 ? "..." : "").toString().trim();
    }
}
