package dev.tandem.spark;

/** A cluster that cannot be used, or a job that it could not do, with a message for the user. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
