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

    /** Onto the symmetric positive definite matrices with the given number of rows. */
    public static ArrayTransform positiveDefinite(int size) {
        return new PositiveDefinite(size);
    }
}
