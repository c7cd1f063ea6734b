package dev.tandem.distributions.array;

import java.util.Arrays;

/**
 * A costly function of an array's elements that keeps what it found for the arrays of late: parameters that are data come
 * round in the same order at every evaluation. What is remembered is what would be computed again, bit for bit. Belongs to
 * one thread, and allocates only until it is full or meets larger arrays.
 */
final class Remembered {
    private static final int MOST = 64;

    private final Function function;
    private final double[][] seen = new double[MOST][];
    private final int[] sizes = new int[MOST];
    private final double[] values = new double[MOST];
    private int filled;
    private int last = -1;
    private int oldest;

    /** A function of the elements of an array from an offset on. */
    @FunctionalInterface
    interface Function {
        double of(double[] array, int offset, int size);
    }

    Remembered(Function function) {
        this.function = function;
    }

    /** The function of the first {@code size} elements. */
    double of(double[] array, int size) {
        // The one after the last is the likeliest, and the last itself comes next when there is but one.
        for (int i = 1; i <= filled; i++) {
            int place = (last + i) % filled;
            if (sizes[place] == size
                    && seen[place][0] == array[0]
                    && Arrays.equals(seen[place], 0, size, array, 0, size)) {
                last = place;
                return values[place];
            }
        }
        int place = filled < MOST ? filled++ : oldest;
        oldest = (place + 1) % MOST;
        if (seen[place] == null || seen[place].length < size) {
            seen[place] = new double[size];
        }
        System.arraycopy(array, 0, seen[place], 0, size);
        sizes[place] = size;
        values[place] = function.of(array, 0, size);
        last = place;
        return values[place];
    }
}
