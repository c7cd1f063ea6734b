package dev.tandem.runs;

/** A run folder that cannot be used as it was asked for, with a message for the user. */
public final class RunFolderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunFolderException(String message) {
        super(message);
    }

    RunFolderException(String message, Throwable cause) {
        super(message, cause);
    }
}
