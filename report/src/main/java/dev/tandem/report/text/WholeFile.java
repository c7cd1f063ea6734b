package dev.tandem.report.text;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file that appears under its name when it is complete, or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /** What is written to a file. */
    public interface Content {
        void write(Writer writer) throws IOException;
    }

    public static void write(Path file, Content content) throws IOException {
        // Not a temporary file, which nobody else could read: the page may be meant for others.
        Path unfinished = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".unfinished");
        try {
            Files.deleteIfExists(unfinished);
            try (BufferedWriter writer =
                    Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
                content.write(writer);
            }
            move(unfinished, file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
