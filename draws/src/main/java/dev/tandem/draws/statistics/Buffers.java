package dev.tandem.draws.statistics;

import java.util.EnumMap;
import java.util.Map;

/**
 * Arrays that serve for one unknown after the other: a table of many unknowns would spend its time getting and clearing memory.
 * Whoever asks for an array gets the one that was last used for the same purpose, with what was left in it.
 */
public final class Buffers {
    /** What numbers are for. */
    public enum Purpose {
        POOL,
        SORTED,
        DISTANCES,
        SCORES,
        CENTRED,
        SQUARES
    }

    private final Map<Purpose, double[]> numbers = new EnumMap<>(Purpose.class);
    private final long[][] keys = new long[2][0];
    private final int[][] places = new int[2][0];

    public double[] numbers(Purpose purpose, int n) {
        double[] array = numbers.get(purpose);
        if (array == null || array.length != n) {
            array = new double[n];
            numbers.put(purpose, array);
        }
        return array;
    }

    /** Keys to be sorted, or as many that they are moved to. */
    long[] keys(boolean second, int n) {
        int which = second ? 1 : 0;
        if (keys[which].length != n) {
            keys[which] = new long[n];
        }
        return keys[which];
    }

    /** Places of draws, or of distances. */
    int[] places(boolean ofDistances, int n) {
        int which = ofDistances ? 1 : 0;
        if (places[which].length != n) {
            places[which] = new int[n];
        }
        return places[which];
    }
}
