package dev.tandem.serve;

/** Says that a frame cannot be read, and how many of its bytes are still to come before the next one. */
final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long rest;

    MalformedFrameException(String message, long rest) {
        super(message);
        this.rest = rest;
    }

    long rest() {
        return rest;
    }
}
