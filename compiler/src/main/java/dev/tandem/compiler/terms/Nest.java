package dev.tandem.compiler.terms;

import java.util.List;
import java.util.function.UnaryOperator;

/** Loops around a statement, the outermost first. */
public record Nest(List<Range> ranges) {
    /** No loop. */
    public static final Nest NONE = new Nest(List.of());

    /** One loop: its counter runs over the whole numbers from first to last. */
    public record Range(Binder counter, Term first, Term last) {}

    public Nest {
        ranges = List.copyOf(ranges);
    }

    /** These loops with their bounds changed. */
    public Nest map(UnaryOperator<Term> change) {
        return new Nest(ranges.stream()
                .map(range -> new Range(range.counter(), change.apply(range.first()), change.apply(range.last())))
                .toList());
    }
}
