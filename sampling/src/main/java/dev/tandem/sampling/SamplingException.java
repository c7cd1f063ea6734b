package dev.tandem.sampling;

/** A run that could not be done, with a message for the user. */
public final class SamplingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SamplingException(String message) {
        super(message);
    }

    public SamplingException(String message, Throwable cause) {
        super(message, cause);
    }
}
