package dev.tandem.compiler.values;

import java.util.Arrays;

/** The common shape of operands that are combined element by element, where a single number goes with anything. */
final class Elementwise {
    private final int[] dims;
    private final boolean fits;

    private Elementwise(int[] dims, boolean fits) {
        this.dims = dims;
        this.fits = fits;
    }

    static Elementwise of(Value... operands) {
        int[] dims = null;
        boolean fits = true;
        for (Value operand : operands) {
            if (operand.isScalar()) {
                continue;
            }
            // An empty vector has nothing to be combined with: JAGS refuses it in arithmetic too.
            fits &= operand.size() > 0;
            if (dims == null) {
                dims = operand.sharedDims();
            } else {
                fits &= Arrays.equals(dims, operand.sharedDims());
            }
        }
        return new Elementwise(dims == null ? new int[] {1} : dims, fits);
    }

    boolean fits() {
        return fits;
    }

    int[] dims() {
        return dims;
    }

    int size() {
        return Shapes.size(dims);
    }

    /** The element of an operand that belongs to a position of the common shape. */
    static double at(Value operand, int position) {
        return operand.isScalar() ? operand.scalar() : operand.get(position);
    }
}
