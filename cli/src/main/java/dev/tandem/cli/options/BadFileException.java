package dev.tandem.cli.options;

/** A file of the user's that cannot be read as what it should be; the message begins with its name. */
public final class BadFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadFileException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
