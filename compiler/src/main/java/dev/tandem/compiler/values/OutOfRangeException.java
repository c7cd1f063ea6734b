package dev.tandem.compiler.values;

import dev.tandem.language.source.SourceSpan;

/** Thrown when an index lies outside its variable, which it names so that others can tell where that came from. */
public final class OutOfRangeException extends EvaluationException {
    private static final long serialVersionUID = 1L;

    private final String variable;
    private final int dimension;
    private final int index;

    OutOfRangeException(SourceSpan span, String message, String variable, int dimension, int index) {
        super(span, message, "");
        this.variable = variable;
        this.dimension = dimension;
        this.index = index;
    }

    /** Which dimension, from 0. */
    public int dimension() {
        return dimension;
    }

    public int index() {
        return index;
    }

    public String variable() {
        return variable;
    }
}
