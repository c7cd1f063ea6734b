package dev.tandem.language.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the problems of one file, up to a limit beyond which more of them help nobody. */
public final class ProblemList {
    public static final int LIMIT = 20;

    private final SourceText source;
    private final List<SourceProblem> problems = new ArrayList<>();

    public ProblemList(SourceText source) {
        this.source = source;
    }

    public void add(SourceSpan span, String message, String hint) {
        add(span.start(), span.end(), message, hint);
    }

    public void add(int start, int end, String message, String hint) {
        if (full()) {
            return;
        }
        SourceProblem problem = source.problem(start, end, message, hint);
        // One place, one complaint: what follows from the first is noise.
        if (problems.stream().noneMatch(p -> p.line() == problem.line() && p.column() == problem.column())) {
            problems.add(problem);
        }
    }

    public boolean full() {
        return problems.size() >= LIMIT;
    }

    /** The lines that have a problem so far. */
    public Set<Integer> lines() {
        Set<Integer> lines = new HashSet<>();
        for (SourceProblem problem : problems) {
            lines.add(problem.line());
        }
        return lines;
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    public List<SourceProblem> sorted() {
        return problems.stream()
                .sorted(Comparator.comparingInt(SourceProblem::line).thenComparingInt(SourceProblem::column))
                .toList();
    }

    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new SourceException(sorted());
        }
    }
}
