package dev.tandem.language;

/** A word, number or sign of the model text. */
record Token(Kind kind, int start, int end, int line, int column) {

    enum Kind {
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
    SourceSpan span() {
        return new SourceSpan(start, end, line, column, line, column + end - start);
    }

    int length() {
        return end - start;
    }
}
