package dev.tandem.compiler.values;

import java.util.StringJoiner;

/** The elements that the indices of a reference select: for each dimension the indices, counted from 1. */
public final class Selection {
    private final int[][] indices;

    Selection(int[][] indices) {
        this.indices = indices;
    }

    public int rank() {
        return indices.length;
    }

    /** The indices selected in a dimension, in the order written; some may be repeated. */
    public int[] indices(int dimension) {
        return indices[dimension].clone();
    }

    /** How many indices each dimension has, with none dropped. */
    public int[] extents() {
        int[] extents = new int[indices.length];
        for (int d = 0; d < extents.length; d++) {
            extents[d] = indices[d].length;
        }
        return extents;
    }

    /** The dimensions of the value: those of extent 1 are dropped. */
    public int[] dims() {
        return Shapes.dropped(extents());
    }

    public int size() {
        return Shapes.size(extents());
    }

    /** The largest index of a dimension. */
    public int largest(int dimension) {
        int largest = 0;
        for (int index : indices[dimension]) {
            largest = Math.max(largest, index);
        }
        return largest;
    }

    /** The selected part of a variable as a model would write it: {@code mu[2,1:3]}. */
    public String show(String name) {
        StringJoiner text = new StringJoiner(",", name + "[", "]");
        for (int[] chosen : indices) {
            int first = chosen[0];
            int last = chosen[chosen.length - 1];
            boolean contiguous = last - first == chosen.length - 1;
            text.add(first == last ? "" + first : contiguous ? first + ":" + last : first + ",..," + last);
        }
        return text.toString();
    }

    /** The column-major positions, from 0, of the selected elements in a variable of these dimensions. */
    public int[] positions(int[] dims) {
        int[] positions = new int[size()];
        int[] counter = new int[indices.length];
        for (int k = 0; k < positions.length; k++) {
            int position = 0;
            for (int d = indices.length - 1; d >= 0; d--) {
                position = position * dims[d] + indices[d][counter[d]] - 1;
            }
            positions[k] = position;
            for (int d = 0; d < counter.length && ++counter[d] == indices[d].length; d++) {
                counter[d] = 0;
            }
        }
        return positions;
    }
}
