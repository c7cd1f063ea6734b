package dev.tandem.compiler.values;

import dev.tandem.language.source.SourceSpan;

/** Thrown when an expression reads what has no value: not known yet, perhaps, rather than wrong. */
public final class MissingValueException extends EvaluationException {
    private static final long serialVersionUID = 1L;

    private final String variable;
    private final transient int[] indices;

    /** @param indices where in the variable, counted from 1; none if it is not known at all */
    public MissingValueException(SourceSpan span, String variable, int... indices) {
        super(span, "", "");
        this.variable = variable;
        this.indices = indices.clone();
    }

    public String variable() {
        return variable;
    }

    /** Where in the variable, counted from 1; empty if the variable is not known at all. */
    public int[] indices() {
        return indices.clone();
    }

    /** What was read: {@code mu[3]}. */
    public String element() {
        return Shapes.element(variable, indices);
    }

    /** Put together when asked for: a caller that waits for a value throws these away by the thousand. */
    @Override
    public String getMessage() {
        return element() + " has no value";
    }
}
