package dev.tandem.language.syntax;

/** The operators with two operands; how tightly they bind is the {@link Precedence} of a dialect. */
public enum BinaryOperator {
    OR("||"),
    AND("&&"),
    GREATER(">"),
    GREATER_EQUAL(">="),
    LESS("<"),
    LESS_EQUAL("<="),
    EQUAL("=="),
    NOT_EQUAL("!="),
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDE("/"),
    MATRIX_PRODUCT("%*%"),
    /** {@code a:b}, empty when b is less than a. */
    RANGE(":"),
    /** Also written {@code **}. */
    POWER("^");

    private final String symbol;

    BinaryOperator(String symbol) {
        this.symbol = symbol;
    }

    public String symbol() {
        return symbol;
    }
}
