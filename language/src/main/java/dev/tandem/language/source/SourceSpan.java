package dev.tandem.language.source;

/**
 * Where a piece of text stands: character offsets {@code start} (included) to {@code end} (excluded), and the same two
 * places as line and column, both counted from 1. A tab is one column.
 */
public record SourceSpan(int start, int end, int line, int column, int endLine, int endColumn) {

    /** The smallest span that covers this one and a later one. */
    public SourceSpan to(SourceSpan later) {
        return new SourceSpan(start, later.end, line, column, later.endLine, later.endColumn);
    }

    /** The first {@code length} characters, which must stand on one line. */
    public SourceSpan first(int length) {
        return new SourceSpan(start, start + length, line, column, line, column + length);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceSpan sourceSpan
                && start == sourceSpan.start
                && end == sourceSpan.end
                && line == sourceSpan.line
                && column == sourceSpan.column
                && endLine == sourceSpan.endLine
                && endColumn == sourceSpan.endColumn;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * (31 * (31 * start + end) + line) + column) + endLine) + endColumn;
    }
}
