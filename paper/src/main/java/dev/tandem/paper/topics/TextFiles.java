package dev.tandem.paper.topics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads plain or compressed lines, and writes files that are either whole or not there. */
public final class TextFiles {
    private TextFiles() {}

    /** All lines; a name that ends in .gz is unpacked. */
    public static List<String> lines(Path file) {
        if (!Files.exists(file)) {
            throw new BadInput(file, "there is no such file");
        }
        if (!Files.isRegularFile(file)) {
            throw new BadInput(file, "this is a folder, not a file");
        }
        try (InputStream raw = Files.newInputStream(file);
                InputStream stream = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(stream, StandardCharsets.ISO_8859_1))) {
            return reader.lines().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new BadInput(file, "it cannot be read: " + e.getMessage());
        }
    }

    /** Writes beside the file first and moves it there when it is whole. */
    public static void write(Path file, CharSequence text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path partial = file.resolveSibling(file.getFileName() + ".part");
            Files.writeString(partial, text);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new BadInput(file, "it cannot be written: " + e);
        }
    }
}
