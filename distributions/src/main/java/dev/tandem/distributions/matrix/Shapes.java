package dev.tandem.distributions.matrix;

/** Sizes of arrays from their dimensions, and what users are told when they do not fit. */
public final class Shapes {
    private Shapes() {}

    /** The number of elements. */
    public static int length(int[] dims) {
        int length = 1;
        for (int extent : dims) {
            length *= extent;
        }
        return length;
    }

    static boolean isScalar(int[] dims) {
        return length(dims) == 1;
    }

    static boolean isSquare(int[] dims) {
        return isScalar(dims) || (dims.length == 2 && dims[0] == dims[1]);
    }

    /** The first complaint that is not empty. */
    public static String first(String... complaints) {
        for (String complaint : complaints) {
            if (!complaint.isEmpty()) {
                return complaint;
            }
        }
        return "";
    }

    public static String scalar(String what, int[] dims) {
        return isScalar(dims) ? "" : what + " is " + words(dims) + ", not a single number";
    }

    public static String sameLength(String what, int[] dims, String other, int[] otherDims) {
        int length = length(dims);
        int wanted = length(otherDims);
        return length == wanted ? "" : what + " has length " + length + ", but " + other + " has length " + wanted;
    }

    public static String vector(String what, int[] dims) {
        int length = length(dims);
        for (int extent : dims) {
            if (extent == length) {
                return "";
            }
        }
        return what + " is " + words(dims) + ", not a vector";
    }

    public static String square(String what, int[] dims) {
        return isSquare(dims) ? "" : what + " is " + words(dims) + ", not square";
    }

    /** Square, with as many rows as the other array is long. */
    public static String squareOfSide(String what, int[] dims, String other, int[] otherDims) {
        if (!isSquare(dims)) {
            return square(what, dims);
        }
        int length = length(otherDims);
        return dims[0] == length ? "" : what + " is " + words(dims) + ", but " + other + " has length " + length;
    }

    public static String sameShape(String what, int[] dims, String other, int[] otherDims) {
        boolean same = java.util.Arrays.equals(dims, otherDims) || (isScalar(dims) && isScalar(otherDims));
        return same ? "" : what + " is " + words(dims) + ", but " + other + " is " + words(otherDims);
    }

    public static String words(int[] dims) {
        if (dims.length == 1) {
            return "of length " + dims[0];
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < dims.length; i++) {
            words.append(i == 0 ? "" : " by ").append(dims[i]);
        }
        return words.toString();
    }

    /** The shape of a single number. */
    public static int[] ofScalar() {
        return new int[] {1};
    }

    /**
     * Refuses whatever there is a complaint about.
     *
     * @throws IllegalArgumentException with the complaint, if there is one
     */
    public static void demand(String complaint) {
        if (!complaint.isEmpty()) {
            throw new IllegalArgumentException(complaint);
        }
    }

    /**
     * Refuses too few arguments and too many.
     *
     * @throws IllegalArgumentException unless there are as many arguments as wanted
     */
    public static void demandCount(String function, int[][] dims, int wanted) {
        if (dims.length != wanted) {
            throw new IllegalArgumentException(function + " takes " + wanted
                    + (wanted == 1 ? " argument" : " arguments") + ", not " + dims.length);
        }
    }
}
