package dev.tandem.validation.oracle;

/** What the oracle cannot read: a fault of a generated model or of the oracle, never of the compiler. */
public final class OracleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OracleException(String message) {
        super(message);
    }
}
