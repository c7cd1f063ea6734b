package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;

/** One place between the brackets of {@code x[.., ..]}. */
public sealed interface Index extends Node permits Index.All, Index.Single, Index.Range {

    /** Nothing written: every index of that dimension. The span is empty and stands where something could be. */
    record All(SourceSpan span) implements Index {
        @Override
        public boolean equals(Object other) {
            return other instanceof All all && span.equals(all.span);
        }

        @Override
        public int hashCode() {
            return span.hashCode();
        }
    }

    /** One expression; it selects several elements where its value is a vector, as in {@code x[c(1, 3)]}. */
    record Single(Expression value) implements Index {
        @Override
        public SourceSpan span() {
            return value.span();
        }
    }

    /** {@code from:to}. */
    record Range(Expression from, Expression to) implements Index {
        @Override
        public SourceSpan span() {
            return from.span().to(to.span());
        }
    }
}
