package dev.tandem.runs;

import dev.tandem.sampling.RecordingException;

/** A run folder that cannot be read or written, with a message for the user. */
public final class RunFolderException extends RecordingException {
    private static final long serialVersionUID = 1;

    RunFolderException(String message) {
        super(message, null);
    }

    RunFolderException(String message, Throwable cause) {
        super(message, cause);
    }
}
