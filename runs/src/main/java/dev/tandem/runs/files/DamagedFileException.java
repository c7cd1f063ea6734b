package dev.tandem.runs.files;

import java.io.IOException;
import java.nio.file.Path;

/** A file of a run that is not as it was written. */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean foreign;

    public DamagedFileException(Path file, String how) {
        this(file, how, false);
    }

    private DamagedFileException(Path file, String how, boolean foreign) {
        super(file + " is damaged: " + how);
        this.foreign = foreign;
    }

    /** A file that is whole, but not of this run or chain. */
    public static DamagedFileException foreign(Path file, String owner) {
        return new DamagedFileException(file, "it belongs to " + owner, true);
    }

    /** Whether the file is somebody else's, and not to be drawn over. */
    public boolean foreign() {
        return foreign;
    }
}
