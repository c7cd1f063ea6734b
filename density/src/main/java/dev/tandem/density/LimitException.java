package dev.tandem.density;

/** Thrown by a density that met a limit of its own and cannot go on; the message says which, and what to do, to its user. */
public final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LimitException(String message) {
        super(message);
    }
}
