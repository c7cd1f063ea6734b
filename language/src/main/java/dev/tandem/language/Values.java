package dev.tandem.language;

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

    double get(int position) {
        return values[position];
    }

    double[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
