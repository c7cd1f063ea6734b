package dev.tandem.distributions.catalogue;

/** What stands for a parameter in a call, with its value. */
public interface Argument {
    /** The number of elements. */
    int size();

    /** The element at a column-major position from 0. */
    double get(int position);

    /** The number of rows; of a vector, that of its elements. */
    int rows();
}
