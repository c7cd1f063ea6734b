package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Argument;
import java.util.Arrays;

/**
 * What an expression evaluates to: an immutable array in column-major order. A scalar has the one dimension 1; a vector
 * may be empty, as {@code 3:1} is.
 */
public final class Value implements Argument {
    private static final int[] SCALAR_DIMS = {1};

    private final int[] dims;
    private final double first;
    /** Null for a scalar, which is the common case and lives in {@code first}. */
    private final double[] values;

    private Value(int[] dims, double first, double[] values) {
        this.dims = dims;
        this.first = first;
        this.values = values;
    }

    public static Value scalar(double value) {
        return new Value(SCALAR_DIMS, value, null);
    }

    public static Value vector(double... values) {
        return wrap(new int[] {values.length}, values.clone());
    }

    /** A copy of {@code values}, whose number must be the product of {@code dims}. */
    public static Value of(int[] dims, double[] values) {
        return wrap(dims.clone(), values.clone());
    }

    /** Takes the arrays over; the caller must forget them. */
    static Value wrap(int[] dims, double[] values) {
        if (dims.length == 0 || Shapes.size(dims) != values.length) {
            throw new IllegalArgumentException(values.length + " values for dimensions " + Arrays.toString(dims));
        }
        return new Value(dims, values.length == 0 ? Double.NaN : values[0], values);
    }

    /** The dimensions, of which no one may be dropped: a matrix of one row has two. */
    public int[] dims() {
        return dims.clone();
    }

    public int rank() {
        return dims.length;
    }

    public int dim(int dimension) {
        return dims[dimension];
    }

    @Override
    public int rows() {
        return dims[0];
    }

    /** The number of elements. */
    @Override
    public int size() {
        return values == null ? 1 : values.length;
    }

    /** Whether it has exactly one element, whatever its number of dimensions. */
    public boolean isScalar() {
        return values == null || values.length == 1;
    }

    /** The only element. */
    public double scalar() {
        if (!isScalar()) {
            throw new IllegalStateException("this is " + Shapes.describe(dims) + ", not a number");
        }
        return first;
    }

    /** The element at a column-major position from 0. */
    @Override
    public double get(int position) {
        if (values == null) {
            if (position != 0) {
                throw new IndexOutOfBoundsException(position);
            }
            return first;
        }
        return values[position];
    }

    /** A copy of the elements, column-major. */
    public double[] toArray() {
        return values == null ? new double[] {first} : values.clone();
    }

    /** The dimensions themselves, which nobody may write to. */
    int[] sharedDims() {
        return dims;
    }

    /** The elements, which nobody may write to. */
    double[] sharedValues() {
        return values == null ? new double[] {first} : values;
    }

    /** The shape in words: a number, a vector of 3, a 2 by 3 matrix. */
    public String describe() {
        return Shapes.describe(dims);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Value that
                && Arrays.equals(dims, that.dims)
                && Arrays.equals(sharedValues(), that.sharedValues());
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(dims) + Arrays.hashCode(sharedValues());
    }

    @Override
    public String toString() {
        return Arrays.toString(dims) + " " + Arrays.toString(sharedValues());
    }
}
