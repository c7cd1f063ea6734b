package dev.tandem.distributions.transform;

/**
 * A smooth map from free coordinates onto a constrained array: a simplex or a positive definite matrix. An instance
 * belongs to one thread and one shape.
 */
public interface ArrayTransform {
    /** The number of free coordinates. */
    int freeSize();

    /** The number of elements of the constrained array. */
    int size();

    /** Writes the constrained array (column-major) and returns the log of the Jacobian's determinant. */
    double constrain(double[] free, int freeOffset, double[] constrained);

    /**
     * Adds to {@code freeBar} the derivative of (sum of constrained times constrainedBar + jacobianScale times log
     * Jacobian) at the point where {@link #constrain} was last called.
     */
    void addGradient(
            double[] free,
            int freeOffset,
            double[] constrained,
            double[] constrainedBar,
            double jacobianScale,
            double[] freeBar,
            int freeBarOffset);

    /** The inverse: writes the free coordinates of a constrained array, for start points given by the user. */
    void unconstrain(double[] constrained, double[] free, int freeOffset);
}
