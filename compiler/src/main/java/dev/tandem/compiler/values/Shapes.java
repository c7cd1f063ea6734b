package dev.tandem.compiler.values;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Dimensions: their product, what is left when those of extent 1 are dropped, and how they are put into words. */
final class Shapes {
    private Shapes() {}

    static int size(int[] dims) {
        long size = 1;
        for (int dim : dims) {
            size = Math.multiplyExact(size, dim);
        }
        return Math.toIntExact(size);
    }

    /** JAGS drops every dimension of extent 1 of what is read from a variable, however the index was written. */
    static int[] dropped(int[] dims) {
        int kept = 0;
        for (int dim : dims) {
            if (dim != 1) {
                kept++;
            }
        }
        if (kept == dims.length) {
            return dims;
        }
        if (kept == 0) {
            return new int[] {1};
        }
        int[] result = new int[kept];
        int next = 0;
        for (int dim : dims) {
            if (dim != 1) {
                result[next++] = dim;
            }
        }
        return result;
    }

    static String describe(int[] dims) {
        if (dims.length == 1) {
            return dims[0] == 1 ? "a number" : dims[0] == 0 ? "an empty vector" : "a vector of " + dims[0];
        }
        return dims.length == 2 ? "a " + by(dims) + " matrix" : "an array of " + by(dims);
    }

    /** Two shapes in one phrase: a vector of 3 and one of 4. */
    static String describe(int[] first, int[] second) {
        boolean vectors = first.length == 1 && second.length == 1 && first[0] > 1 && second[0] > 1;
        if (vectors) {
            return describe(first) + " and one of " + second[0];
        }
        if (first.length == 2 && second.length == 2) {
            return describe(first) + " and one of " + by(second);
        }
        return describe(first) + " and " + describe(second);
    }

    static String by(int[] dims) {
        return Arrays.stream(dims).mapToObj(Integer::toString).collect(Collectors.joining(" by "));
    }

    /** {@code mu[2,3]}, from indices that count from 1; the bare name if there are none. */
    static String element(String name, int... indices) {
        if (indices.length == 0) {
            return name;
        }
        return name + Arrays.stream(indices).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
    }

    /** The indices, from 1, of a column-major position from 0. */
    static int[] indices(int[] dims, int position) {
        int[] indices = new int[dims.length];
        int rest = position;
        for (int d = 0; d < dims.length; d++) {
            indices[d] = rest % dims[d] + 1;
            rest /= dims[d];
        }
        return indices;
    }
}
