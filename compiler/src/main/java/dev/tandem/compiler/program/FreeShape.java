package dev.tandem.compiler.program;

import dev.tandem.distributions.transform.ArrayTransform;
import dev.tandem.distributions.transform.ArrayTransforms;
import java.util.function.Supplier;

/** What kind of array an unknown is, and so which transform makes it from free coordinates; each gives a new transform. */
public sealed interface FreeShape extends Supplier<ArrayTransform> {
    /** Elements that add up to one; those that are not positive are zero. */
    @SuppressWarnings("ArrayRecordComponent")
    record Simplex(boolean[] positive) implements FreeShape {
        @Override
        public ArrayTransform get() {
            return ArrayTransforms.simplex(positive);
        }
    }

    /** A symmetric matrix of so many rows whose eigenvalues are positive. */
    record PositiveDefinite(int side) implements FreeShape {
        @Override
        public ArrayTransform get() {
            return ArrayTransforms.positiveDefinite(side);
        }
    }
}
