package dev.tandem.runs;

import java.io.IOException;
import java.nio.file.Path;

/** A file of a run that is not as it was written. */
final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedFileException(Path file, String how) {
        super(file + " is damaged: " + how);
    }
}
