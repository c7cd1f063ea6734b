package dev.tandem.runs;

import dev.tandem.sampling.RecordingException;
import java.nio.file.Path;

/** The folder of a run could not be written any more; what was written before is kept, and the run can be resumed. */
public final class UnwritableRunException extends RecordingException {
    private static final long serialVersionUID = 1;

    private final String folder;

    UnwritableRunException(Path folder, String message, Throwable cause) {
        super(message, cause);
        this.folder = folder.toString();
    }

    /** The folder of the run. */
    public Path folder() {
        return Path.of(folder);
    }
}
