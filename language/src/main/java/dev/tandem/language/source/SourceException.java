package dev.tandem.language.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown when a model or data file cannot be used; carries every problem found, in the order of the text. */
public final class SourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ArrayList<SourceProblem> problems;

    public SourceException(List<SourceProblem> problems) {
        // The stack of the reader says nothing about the user's file.
        super(problems.stream().map(SourceProblem::render).collect(Collectors.joining("\n\n")), null, false, false);
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("an exception without a problem");
        }
        this.problems = new ArrayList<>(problems);
    }

    SourceException(SourceProblem problem) {
        this(List.of(problem));
    }

    public List<SourceProblem> problems() {
        return Collections.unmodifiableList(problems);
    }
}
