package dev.tandem.compiler.terms;

import java.util.List;

/** Loops around a statement, the outermost first. */
public record Nest(List<Range> ranges) {
    /** One loop: its counter runs over the whole numbers from first to last. */
    public record Range(Binder counter, Term first, Term last) {}

    public Nest {
        ranges = List.copyOf(ranges);
    }
}
