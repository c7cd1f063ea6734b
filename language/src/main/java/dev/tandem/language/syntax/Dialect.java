package dev.tandem.language.syntax;

/** Which program's reading of a file applies where the BUGS family disagrees. */
public enum Dialect {
    /** JAGS 4.3: {@code 1:n+m} is {@code (1:n)+m}, and {@code structure} is column by column. */
    JAGS,
    /**
     * OpenBUGS and WinBUGS: {@code 1:n+m} is {@code 1:(n+m)}, a
     * {@code structure} within {@code list(..)} is row by row, and a node may be
     * defined by both {@code <-} and {@code ~}.
     */
    OPENBUGS
}
