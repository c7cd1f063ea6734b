package dev.tandem.runs.cluster;

/** A cluster that cannot be used, or work that it could not do, with a message for the user. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
