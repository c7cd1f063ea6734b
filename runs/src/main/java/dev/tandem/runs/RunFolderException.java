package dev.tandem.runs;

import dev.tandem.runs.files.DamagedFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A run folder that cannot be used as it was asked for, with a message for the user. */
public final class RunFolderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What can be done about it; how that is asked for is known to whoever shows the message. */
    public enum Way {
        /** The folder holds a run, which may be resumed, or replaced. */
        RESUME_OR_OVERWRITE,
        /** The folder holds a run over many data sets, which may be resumed; another run needs another folder. */
        RESUME_OR_ELSEWHERE,
        /** Resuming the run draws again what is damaged. */
        RESUME_REPAIRS,
        /** Resuming the run goes on from what was kept. */
        RESUME
    }

    /** A way out, and the folder that it is about. */
    public record Remedy(Way way, Path folder) {}

    private final transient Optional<Remedy> remedy;

    public RunFolderException(String message) {
        this(message, null);
    }

    public RunFolderException(String message, Throwable cause) {
        this(message, cause, null);
    }

    public RunFolderException(String message, Throwable cause, Remedy remedy) {
        super(message, cause);
        this.remedy = Optional.ofNullable(remedy);
    }

    /** Refuses a file of somebody else. */
    public static RunFolderException ofForeign(DamagedFileException file, Path folder) {
        return new RunFolderException(
                "the run in " + folder + " cannot go on: " + file.getMessage()
                        + "; put back the file that was there, or delete this one to have its draws made again",
                file);
    }

    /** What can be done about it, if anything is known. */
    public Optional<Remedy> remedy() {
        // Nothing is, on the other side of a wire.
        return remedy == null ? Optional.empty() : remedy;
    }
}
