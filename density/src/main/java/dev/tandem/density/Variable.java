package dev.tandem.density;

import java.util.List;
import java.util.Objects;

/**
 * A named array of unknowns as the user sees it: a scalar has an empty shape, {@code beta[20]} the shape (20). Elements
 * are numbered from 1 and stand in column-major order, as in BUGS and R.
 */
public record Variable(String name, List<Integer> shape, Kind kind) {
    public enum Kind {
        CONTINUOUS,
        DISCRETE
    }

    public Variable {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a variable needs a name");
        }
        shape = List.copyOf(shape);
        long elements = 1;
        for (int extent : shape) {
            if (extent < 0) {
                throw new IllegalArgumentException(name + ": extent " + extent + " is negative");
            }
            elements *= extent;
            if (elements > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(name + ": more than " + Integer.MAX_VALUE + " elements");
            }
        }
    }

    /** The number of elements. */
    public int size() {
        // No iterator: Cursor.report asks at every draw and must not allocate.
        int size = 1;
        for (int d = 0; d < shape.size(); d++) {
            size *= shape.get(d);
        }
        return size;
    }

    // Both are as Java would make them, which takes it some milliseconds at a start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Variable variable
                && name.equals(variable.name)
                && shape.equals(variable.shape)
                && kind == variable.kind;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + shape.hashCode()) + Objects.hashCode(kind);
    }

    /** The name of one element, {@code index} counted from 0: {@code beta[3]} or {@code omega[2,1]}. */
    public String elementName(int index) {
        if (shape.isEmpty()) {
            return name;
        }
        StringBuilder text = new StringBuilder(name).append('[');
        int rest = index;
        for (int d = 0; d < shape.size(); d++) {
            text.append(d == 0 ? "" : ",").append(rest % shape.get(d) + 1);
            rest /= shape.get(d);
        }
        return text.append(']').toString();
    }
}
