package dev.tandem.compiler.values;

import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;

/** Thrown where an expression has no value because something is wrong with it, in words for its author. */
public class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SourceSpan span;
    private final String hint;

    /**
     * @param span where it is wrong
     * @param message what is wrong, in one line
     * @param hint what to do about it, or empty
     */
    public EvaluationException(SourceSpan span, String message, String hint) {
        // The stack of the evaluator says nothing about the user's model.
        super(message, null, false, false);
        this.span = span;
        this.hint = hint;
    }

    public final SourceSpan span() {
        return span;
    }

    public String hint() {
        return hint;
    }

    /** What is wrong, as a problem of the file that the span refers to. */
    public final SourceProblem in(SourceText source) {
        return source.problem(span, getMessage(), hint());
    }
}
