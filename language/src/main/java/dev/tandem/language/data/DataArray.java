package dev.tandem.language.data;

import java.util.Arrays;

/**
 * The values of one variable: an immutable array in column-major order (the first index runs fastest, as in R and JAGS),
 * in which NaN stands for a missing value. A scalar has the one dimension 1.
 */
public final class DataArray {
    private final int[] dims;
    private final double[] values;
    private final int missing;
    private final boolean integerValued;

    private DataArray(int[] dims, double[] values) {
        this.dims = dims;
        this.values = values;
        int absent = 0;
        boolean whole = true;
        for (double value : values) {
            if (Double.isNaN(value)) {
                absent++;
            } else if (value != Math.rint(value) || Double.isInfinite(value)) {
                whole = false;
            }
        }
        missing = absent;
        integerValued = whole;
    }

    /** A copy of {@code values}, whose number must be the product of {@code dims}. */
    public static DataArray of(int[] dims, double[] values) {
        return wrap(dims.clone(), values.clone());
    }

    public static DataArray scalar(double value) {
        return wrap(new int[] {1}, new double[] {value});
    }

    public static DataArray vector(double... values) {
        return wrap(new int[] {values.length}, values.clone());
    }

    /** Takes the arrays over; the caller must forget them. */
    static DataArray wrap(int[] dims, double[] values) {
        long size = 1;
        for (int dim : dims) {
            if (dim < 1) {
                throw new IllegalArgumentException("a dimension of " + dim);
            }
            size = Math.multiplyExact(size, dim);
        }
        if (dims.length == 0 || size != values.length) {
            throw new IllegalArgumentException(values.length + " values for dimensions " + Arrays.toString(dims));
        }
        return new DataArray(dims, values);
    }

    /** An array that is given row by row: the last index of {@code values} runs fastest. */
    static DataArray fromRowMajor(int[] dims, double[] values) {
        if (dims.length < 2) {
            return wrap(dims, values);
        }
        double[] columnMajor = new double[values.length];
        int[] index = new int[dims.length];
        int[] stride = new int[dims.length];
        stride[0] = 1;
        for (int d = 1; d < dims.length; d++) {
            stride[d] = stride[d - 1] * dims[d - 1];
        }
        int target = 0;
        for (double value : values) {
            columnMajor[target] = value;
            for (int d = dims.length - 1; d >= 0; d--) {
                target += stride[d];
                if (++index[d] < dims[d]) {
                    break;
                }
                target -= stride[d] * dims[d];
                index[d] = 0;
            }
        }
        return wrap(dims, columnMajor);
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

    /** The number of elements. */
    public int size() {
        return values.length;
    }

    /** The element at a column-major position from 0; NaN if missing. */
    public double value(int position) {
        return values[position];
    }

    /** The element at indices that count from 1, as a model writes them; NaN if missing. */
    public double at(int... indices) {
        if (indices.length != dims.length) {
            throw new IllegalArgumentException(indices.length + " indices for " + dims.length + " dimensions");
        }
        int position = 0;
        for (int d = dims.length - 1; d >= 0; d--) {
            if (indices[d] < 1 || indices[d] > dims[d]) {
                throw new IndexOutOfBoundsException("index " + indices[d] + " of dimension 1.." + dims[d]);
            }
            position = position * dims[d] + indices[d] - 1;
        }
        return values[position];
    }

    public boolean isMissing(int position) {
        return Double.isNaN(values[position]);
    }

    public int missingCount() {
        return missing;
    }

    /** Whether every value that is not missing is whole. */
    public boolean integerValued() {
        return integerValued;
    }

    /** A copy of the values, column-major. */
    public double[] toArray() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataArray that && Arrays.equals(dims, that.dims) && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(dims) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        String shown = values.length <= 10
                ? Arrays.toString(values)
                : Arrays.toString(Arrays.copyOf(values, 10)).replace("]", ", ..]");
        return Arrays.toString(dims) + " " + shown.replace("NaN", "NA");
    }
}
