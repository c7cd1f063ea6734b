package dev.tandem.compiler.pass;

import java.util.Arrays;

/**
 * The triangle that rows of a linear model are turned into by rotations: for all values of its unknowns the sum of squares
 * is the same.
 */
final class Triangle {
    private final int size;
    /** Row r begins at r * size. */
    private final double[] entries;

    /** For rows of so many numbers; the last one of each is what is known, and the last row what is left of that. */
    Triangle(int size) {
        this.size = size;
        entries = new double[size * size];
    }

    /** Adds a row, which is overwritten. */
    void add(double[] row) {
        for (int i = 0; i < size; i++) {
            if (row[i] == 0) {
                continue;
            }
            double here = entries[i * size + i];
            double length = StrictMath.hypot(here, row[i]);
            double cosine = here / length;
            double sine = row[i] / length;
            for (int j = i; j < size; j++) {
                double above = entries[i * size + j];
                entries[i * size + j] = cosine * above + sine * row[j];
                row[j] = cosine * row[j] - sine * above;
            }
        }
    }

    /** A row from a column on, with zeros below the diagonal. */
    double[] row(int row, int from) {
        return Arrays.copyOfRange(entries, row * size + from, (row + 1) * size);
    }
}
