package dev.tandem.compiler.values;

import dev.tandem.language.data.DataArray;
import dev.tandem.language.syntax.Expression;
import java.util.Arrays;
import java.util.BitSet;

/** A variable that statements define: its shape as it becomes known, its values, and what has been assigned. */
final class Target {
    private static final int MAX_SIZE = 1 << 26;

    private final String name;
    private final boolean given;
    /** What the indices on the left have asked for so far; null before the first. */
    private int[] largest;
    /** Null until the shape is known. */
    private int[] dims;

    private double[] values = new double[0];
    private BitSet observed = new BitSet();
    private final BitSet assigned = new BitSet();

    private Target(String name, boolean given) {
        this.name = name;
        this.given = given;
    }

    static Target unknown(String name) {
        return new Target(name, false);
    }

    /** Its shape is that of the data, and only what is NA there can be defined. */
    static Target given(String name, DataArray data) {
        Target target = new Target(name, true);
        target.dims = data.dims();
        target.values = data.toArray();
        for (int i = 0; i < target.values.length; i++) {
            target.observed.set(i, !Double.isNaN(target.values[i]));
        }
        return target;
    }

    String name() {
        return name;
    }

    boolean isGiven() {
        return given;
    }

    boolean hasShape() {
        return dims != null;
    }

    /** Whether an index on the left has told something of its shape. */
    boolean isMeasured() {
        return largest != null;
    }

    int[] dims() {
        return dims;
    }

    Variable variable() {
        return Variable.of(dims, values);
    }

    DataArray toData() {
        return DataArray.of(dims, values);
    }

    /** Grows to hold a selection. */
    void measure(Expression.Reference reference, Selection selection) {
        if (largest != null && largest.length != selection.rank()) {
            throw new EvaluationException(
                    reference.span(),
                    name + " has " + largest.length + (largest.length == 1 ? " index" : " indices") + " elsewhere, not "
                            + selection.rank(),
                    "every statement that defines a variable must write the same number of indices");
        }
        int[] larger = largest == null ? new int[selection.rank()] : largest.clone();
        long size = 1;
        for (int d = 0; d < larger.length; d++) {
            larger[d] = Math.max(larger[d], selection.largest(d));
            size = size > MAX_SIZE ? size : size * larger[d];
        }
        if (size > MAX_SIZE) {
            throw new EvaluationException(
                    reference.span(),
                    name + " would have more than " + MAX_SIZE + " elements",
                    "is an index or the end of a loop wrong?");
        }
        largest = larger;
    }

    /** Takes the shape that was measured. */
    void takeShape() {
        takeShape(largest);
    }

    /** Whether an array of these dimensions is too large to be held. */
    static boolean tooLarge(int[] shape) {
        double size = 1;
        for (int extent : shape) {
            size *= extent;
        }
        return size > MAX_SIZE;
    }

    void takeShape(int[] shape) {
        dims = shape.clone();
        values = new double[Shapes.size(dims)];
        Arrays.fill(values, Double.NaN);
    }

    /** How many of these elements the data give. */
    int observed(int[] positions) {
        int count = 0;
        for (int position : positions) {
            count += observed.get(position) ? 1 : 0;
        }
        return count;
    }

    /** Marks elements as defined, which may happen once. */
    void define(Expression.Reference reference, int[] positions) {
        for (int position : positions) {
            if (assigned.get(position)) {
                String element = values.length == 1 && reference.indices().isEmpty()
                        ? name
                        : Shapes.element(name, Shapes.indices(dims, position));
                throw new EvaluationException(
                        reference.span(),
                        element + " is defined twice",
                        "an element may be defined once only: look for two statements, or two iterations, that do it");
            }
            assigned.set(position);
        }
    }

    void assign(int[] positions, Value value) {
        for (int k = 0; k < positions.length; k++) {
            values[positions[k]] = value.get(k);
        }
    }
}
