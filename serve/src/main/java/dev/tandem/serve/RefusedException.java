package dev.tandem.serve;

/** Says that a request cannot be done as it stands, and why. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was wrong with it, for programs. */
    enum Kind {
        /** The versions of the protocol do not agree, or something came before hello. */
        PROTOCOL,
        /** A field is missing, unknown or of the wrong type, or a setting cannot be. */
        REQUEST,
        /** There is no such run. */
        RUN,
        /** It would take more memory than there is. */
        MEMORY
    }

    private final Kind kind;

    RefusedException(Kind kind, String message) {
        // Its stack says nothing about the request.
        super(message, null, false, false);
        this.kind = kind;
    }

    static RefusedException request(String message) {
        return new RefusedException(Kind.REQUEST, message);
    }

    Kind kind() {
        return kind;
    }
}
