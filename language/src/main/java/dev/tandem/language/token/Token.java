package dev.tandem.language.token;

import dev.tandem.language.source.SourceSpan;

/** A word, number or sign of the model text. */
public record Token(Kind kind, int start, int end, int line, int column) {

    public enum Kind {
        NAME,
        NUMBER,
        /** {@code <-} */
        ARROW,
        /** {@code =} */
        EQUALS,
        TILDE,
        OPEN_PAREN,
        CLOSE_PAREN,
        OPEN_BRACKET,
        CLOSE_BRACKET,
        OPEN_BRACE,
        CLOSE_BRACE,
        COMMA,
        SEMICOLON,
        NOT,
        /** Any operator that may stand between two operands, minus and colon included. */
        OPERATOR,
        END
    }

    /** Tokens never run over a line end. */
    public SourceSpan span() {
        return new SourceSpan(start, end, line, column, line, column + end - start);
    }

    public int length() {
        return end - start;
    }
}
