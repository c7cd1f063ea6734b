package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import java.util.List;

/** A piece of the density: something that is computed, or a factor. */
public sealed interface Step {
    Nest nest();

    /** What it is in the model's own words. */
    String comment();

    /** The storage that it writes to; null for a factor. */
    default Storage target() {
        return null;
    }

    /** {@code target[position] = value}. */
    record Compute(Nest nest, Storage target, Term position, Term value, String comment) implements Step {}

    /** Adds a log density. */
    record Factor(Nest nest, Term value, String comment) implements Step {}

    /** {@code target[offset ..] = function(arguments)}. */
    record ArrayCompute(
            Nest nest,
            int call,
            String function,
            List<ArrayTerm> arguments,
            Storage target,
            Term offset,
            int resultSize,
            String comment)
            implements Step {}

    /** Adds the log density of an array law; argument 0 is the value. */
    record ArrayFactor(Nest nest, int call, String law, List<ArrayTerm> arguments, String comment) implements Step {}

    /**
     * Adds a matrix times a vector to what the step before has computed: {@code target[first + i] += sum of
     * matrix[offset + i + k * stride] * vector[vectorFirst + k]}.
     */
    record Multiply(
            Storage target,
            int first,
            Storage matrix,
            int offset,
            int stride,
            int rows,
            int columns,
            Storage vector,
            int vectorFirst,
            String comment)
            implements Step {
        @Override
        public Nest nest() {
            return new Nest(List.of());
        }
    }
}
