package dev.tandem.cli.sample;

import dev.tandem.runs.RunDescription;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The digests of the files that a run is made from. A pipe is left out: it has been read and has nothing more to give, and
 * to open it again may wait for ever. What came out of it is in the folder of the run, with a digest of its own.
 */
public final class Inputs {
    private final List<RunDescription.Input> found = new ArrayList<>();

    public Inputs add(String role, List<Path> files) {
        files.stream().filter(Files::isRegularFile).forEach(file -> found.add(digest(role, file)));
        return this;
    }

    public List<RunDescription.Input> list() {
        return List.copyOf(found);
    }

    private static RunDescription.Input digest(String role, Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long bytes;
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                bytes = in.transferTo(OutputStream.nullOutputStream());
            }
            return new RunDescription.Input(
                    role, file.toString(), bytes, HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java without SHA-256", e);
        }
    }
}
