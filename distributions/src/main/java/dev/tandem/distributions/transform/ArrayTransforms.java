package dev.tandem.distributions.transform;

/** Makes the maps from free coordinates onto simplexes and positive definite matrices. */
public final class ArrayTransforms {
    private ArrayTransforms() {}

    /** Onto the probability vectors of the given size. */
    public static ArrayTransform simplex(int size) {
        boolean[] positive = new boolean[size];
        java.util.Arrays.fill(positive, true);
        return new Simplex(positive);
    }

    /** Onto the probability vectors that are zero wherever {@code positive} is false. */
    public static ArrayTransform simplex(boolean[] positive) {
        return new Simplex(positive);
    }

    /**
     * The coordinates of a probability vector whose components have changed places, to the last digit: what a component that is
     * too small to be written lies below the others is kept.
     *
     * @param order where each component goes, from 0
     */
    public static void permuteSimplex(double[] free, int offset, int[] order, double[] moved, int movedOffset) {
        Simplex.permute(free, offset, order, moved, movedOffset);
    }

    /** Onto the symmetric positive definite matrices with the given number of rows. */
    public static ArrayTransform positiveDefinite(int size) {
        return new PositiveDefinite(size);
    }
}
