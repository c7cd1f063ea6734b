package dev.tandem.compiler.values;

import dev.tandem.language.data.DataArray;
import java.util.Arrays;

/**
 * A variable as an evaluator sees it: dimensions and a column-major array in which NaN stands for no value. The array is
 * shared with its owner, who may change it between evaluations.
 */
public final class Variable {
    private final int[] dims;
    private final double[] values;

    private Variable(int[] dims, double[] values) {
        this.dims = dims;
        this.values = values;
    }

    /** A view of {@code values}, which is not copied. */
    public static Variable of(int[] dims, double[] values) {
        if (dims.length == 0 || Shapes.size(dims) != values.length) {
            throw new IllegalArgumentException(values.length + " values for dimensions " + Arrays.toString(dims));
        }
        return new Variable(dims.clone(), values);
    }

    public static Variable of(DataArray array) {
        return new Variable(array.dims(), array.toArray());
    }

    /** A scalar of its own. */
    public static Variable of(double value) {
        return new Variable(new int[] {1}, new double[] {value});
    }

    public int[] dims() {
        return dims.clone();
    }

    public int rank() {
        return dims.length;
    }

    public int dim(int dimension) {
        return dims[dimension];
    }

    public int size() {
        return values.length;
    }

    /** The element at a column-major position from 0; NaN if it has no value. */
    public double value(int position) {
        return values[position];
    }

    /** The dimensions themselves, which nobody may write to. */
    int[] sharedDims() {
        return dims;
    }

    /** The elements themselves. */
    double[] sharedValues() {
        return values;
    }
}
