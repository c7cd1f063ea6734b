package dev.tandem.compiler.terms;

import java.util.List;
import java.util.function.UnaryOperator;

/** Loops around a statement, the outermost first. */
public record Nest(List<Range> ranges) {
    /** No loop. */
    public static final Nest NONE = new Nest(List.of());

    /** One loop: its counter runs over the whole numbers from first to last. */
    public record Range(Binder counter, Term first, Term last) {
        // Here and below as Java would make them, which takes it some milliseconds at a start.
        @Override
        public boolean equals(Object other) {
            return other instanceof Range range
                    && counter.equals(range.counter)
                    && first.equals(range.first)
                    && last.equals(range.last);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * counter.hashCode() + first.hashCode()) + last.hashCode();
        }
    }

    public Nest {
        ranges = List.copyOf(ranges);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Nest nest && ranges.equals(nest.ranges);
    }

    @Override
    public int hashCode() {
        return ranges.hashCode();
    }

    /** These loops with their bounds changed. */
    public Nest map(UnaryOperator<Term> change) {
        return new Nest(ranges.stream()
                .map(range -> new Range(range.counter(), change.apply(range.first()), change.apply(range.last())))
                .toList());
    }
}
