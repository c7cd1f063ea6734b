package dev.tandem.paper.topics;

import java.nio.file.Path;

/** A file that cannot serve: which, where in it, and why. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadInput(Path file, String reason) {
        super(file + ": " + reason);
    }

    public BadInput(Path file, int line, String reason) {
        super(file + ":" + line + ": " + reason);
    }

    public BadInput(String reason) {
        super(reason);
    }
}
