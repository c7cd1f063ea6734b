package dev.tandem.compiler.values;

import dev.tandem.language.source.SourceSpan;

/** Thrown when an index lies outside its variable, which it names so that others can tell where that came from. */
public final class OutOfRangeException extends EvaluationException {
    private static final long serialVersionUID = 1L;

    private final String variable;

    OutOfRangeException(SourceSpan span, String message, String variable) {
        super(span, message, "");
        this.variable = variable;
    }

    public String variable() {
        return variable;
    }
}
