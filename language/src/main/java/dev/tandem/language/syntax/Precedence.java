package dev.tandem.language.syntax;

/**
 * How tightly operators bind, from loosest (1) to tightest.
 *
 * <p>Measured on JAGS 4.3.1: {@code -a^2} is {@code -(a^2)}, {@code 2^3^2} is {@code 2^(3^2)}, {@code -a:b} is
 * {@code (-a):b}, {@code 1:n+1} is {@code (1:n)+1}, {@code v %*% v * v} is {@code (v %*% v) * v} and {@code v * v %*% v}
 * is {@code v * (v %*% v)}; {@code a:b:c} and {@code a < b < c} are errors. JAGS 4.3.1 refuses {@code !}; here it binds
 * as in R, looser than comparisons.
 */
public enum Precedence {
    OR(1),
    AND(2),
    NOT(3),
    COMPARISON(4),
    OPENBUGS_RANGE(5),
    SUM(6),
    PRODUCT(7),
    SPECIAL(8),
    JAGS_RANGE(9),
    SIGN(10),
    POWER(11),
    PRIMARY(12);

    private final int level;

    Precedence(int level) {
        this.level = level;
    }

    public int level() {
        return level;
    }

    public static Precedence of(BinaryOperator operator, Dialect dialect) {
        return switch (operator) {
            case OR -> OR;
            case AND -> AND;
            case GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL -> COMPARISON;
            case PLUS, MINUS -> SUM;
            case TIMES, DIVIDE -> PRODUCT;
            case MATRIX_PRODUCT -> SPECIAL;
            case RANGE -> dialect == Dialect.OPENBUGS ? OPENBUGS_RANGE : JAGS_RANGE;
            case POWER -> POWER;
        };
    }

    public static Precedence of(UnaryOperator operator) {
        return operator == UnaryOperator.NOT ? NOT : SIGN;
    }

    /** Whether {@code a op b op c} is refused rather than grouped. */
    public boolean nonAssociative() {
        return this == COMPARISON || this == OPENBUGS_RANGE || this == JAGS_RANGE;
    }
}
