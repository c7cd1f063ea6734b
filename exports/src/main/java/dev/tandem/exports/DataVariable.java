package dev.tandem.exports;

import java.util.List;

/**
 * Data of a model, for formats that keep them beside the draws.
 *
 * @param shape the extents; none for a scalar
 * @param values in column-major order, as in BUGS and R; NaN where missing
 */
@SuppressWarnings("ArrayRecordComponent")
public record DataVariable(String name, List<Integer> shape, double[] values) {
    public DataVariable {
        shape = List.copyOf(shape);
    }

    boolean whole() {
        for (double value : values) {
            if (value != Math.rint(value) || Math.abs(value) >= 1L << 53) {
                return false;
            }
        }
        return true;
    }
}
