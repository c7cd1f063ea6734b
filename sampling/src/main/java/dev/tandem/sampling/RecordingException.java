package dev.tandem.sampling;

/** What was drawn could not be taken down, with a message for the user. */
public class RecordingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RecordingException(String message, Throwable cause) {
        super(message, cause);
    }
}
