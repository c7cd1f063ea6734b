package dev.tandem.language.data;

import java.util.Arrays;

/** A growing list of numbers. */
final class Values {
    private double[] values = new double[16];
    private int size;

    void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1) + 16);
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    /** Whether no number has been added but missing ones. */
    boolean allMissing() {
        for (int i = 0; i < size; i++) {
            if (!Double.isNaN(values[i])) {
                return false;
            }
        }
        return true;
    }

    double get(int position) {
        return values[position];
    }

    double[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
